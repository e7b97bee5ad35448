import SensorSDK
import Shared

extension Volume {
    /// The volumes of a machine: one for each file system that is offered by default, and one for each mount that the owner
    /// named, in the order of the mount table.
    ///
    /// Mounts that may hang (network, FUSE, automount points) are left out even when they were named.
    static func all(in table: MountInfo, context: ProviderContext) -> [Volume] {
        let visible = table.visible
        let chosen = Set(representatives(of: visible).map(\.id))
        let named = Set(context.namedSources.map(mountPoint(ofNamed:)))
        let mounts = visible.filter { chosen.contains($0.id) || named.contains($0.mountPoint) && $0.answersAtOnce }

        var devices = BlockDevices()
        let volumes = mounts.map { mount in
            Volume(
                mount: mount,
                thing: thing(for: mount, &devices, context),
                name: name(of: mount),
                isBelowAutomount: table.isBelowAutomount(mount)
            )
        }
        return withDistinctNames(withDistinctThings(volumes, &devices, context), context)
    }

    private static func mountPoint(ofNamed source: String) -> [UInt8] {
        var path = Array(source.utf8)
        while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    /// Of the mounts that show one file system that which people know it by: `/`, else one that shows all of it, else the
    /// shortest path. The others are aliases.
    private static func representatives(of mounts: [Mount]) -> [Mount] {
        let order: (Mount) -> (Int, Int, Int) = { mount in
            (mount.isRoot ? 0 : 1, mount.showsWholeFileSystem ? 0 : 1, mount.mountPoint.count)
        }
        return Dictionary(grouping: mounts.filter(\.isOfferedByDefault), by: \.fileSystemKey)
            .compactMap { $0.value.min { order($0) < order($1) } }
    }

    /// A fixed mount is what its mount point says; what can be taken away is known by its file system's UUID.
    private static func thing(for mount: Mount, _ devices: inout BlockDevices, _ context: ProviderContext) -> String {
        let fixed = context.part(fromMountPoint: mount.mountPoint)
        guard !mount.isRoot, mount.isOnMediaFolder || devices.isRemovable(mount.device) else { return fixed }
        if let uuid = devices.fileSystemUUID(of: mount) { return context.id(for: uuid) }
        return mount.isOnMediaFolder ? context.id(for: mount.mountPointAsLatin1) : fixed
    }

    private static func name(of mount: Mount) -> String {
        if mount.isRoot { return "Root file system" }
        let path = String(decoding: mount.mountPoint, as: UTF8.self)
        let shown = mount.isOnMediaFolder ? path.split(separator: "/").last.map(String.init) ?? path : path
        let text = shown.printable(limit: 64)
        return text.allSatisfy(\.isWhitespace) ? "Removable disk" : text
    }

    /// Copies of one file system: that on the lower device path keeps the id.
    private static func withDistinctThings(
        _ volumes: [Volume],
        _ devices: inout BlockDevices,
        _ context: ProviderContext
    ) -> [Volume] {
        var result = volumes
        for (thing, twins) in Dictionary(grouping: volumes.indices, by: { volumes[$0].thing }) where twins.count > 1 {
            let places = twins.map { (path: devices.systemPath(of: volumes[$0].mount) ?? "", index: $0) }
            for (_, index) in places.sorted(by: { $0.path < $1.path }).dropFirst() {
                let mount = volumes[index].mount
                let port = devices.portPath(of: mount) ?? mount.mountPointAsLatin1
                result[index].thing = "\(thing.prefix(33))_\(context.digits(of: port))"
                Log.debug("two volumes share an id, one gets digits", ["id": "storage.\(thing)"])
            }
        }
        return result
    }

    private static func withDistinctNames(_ volumes: [Volume], _ context: ProviderContext) -> [Volume] {
        var result = volumes
        for twins in Dictionary(grouping: volumes.indices, by: { volumes[$0].name }).values where twins.count > 1 {
            for index in twins {
                let digits = context.digits(of: volumes[index].thing)
                result[index].name = "\(volumes[index].name.printable(limit: 55)) (\(digits))"
            }
        }
        return result
    }
}
