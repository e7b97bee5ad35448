import SensorSDK
import Shared

extension Volume {
    /// The volumes of a machine: one for each file system that is offered by default, and one for each mount that the owner
    /// named, in the order of the mount table.
    ///
    /// An automount point on which nothing is mounted is left out even when it was named: to ask it is to trigger it.
    static func all(in table: MountInfo, things: ThingNames, context: ProviderContext) -> [Volume] {
        let visible = table.visible
        let chosen = Set(representatives(of: visible).map(\.id))
        let named = Set(context.namedSources.map(mountPoint(ofNamed:)))
        let wanted = visible.filter { chosen.contains($0.id) || named.contains($0.mountPoint) && $0.type != "autofs" }

        var devices = BlockDevices()
        var mounts: [Mount] = []
        var parts: [String] = []
        for mount in wanted {
            // One of which can't be told now what it is gets no other id; the next look may tell.
            guard let part = try? Self.part(of: mount, &devices, context) else { continue }
            mounts.append(mount)
            parts.append(part)
        }
        let claims = zip(mounts, parts).map { mount, part in
            // udev is asked for a port only where copies of one file system make it matter.
            let isShared = parts.count { $0 == part } > 1
            return ThingNames.Claim(
                part: part,
                path: devices.systemPath(of: mount) ?? mount.mountPointAsLatin1,
                port: isShared ? devices.portPath(of: mount) : nil
            )
        }
        let unique = things.things(for: claims, context: context)
        let names = DeviceNames.distinct(zip(mounts, unique).map { (name(of: $0), $1) })
        return mounts.indices.map { index in
            Volume(
                mount: mounts[index],
                thing: unique[index],
                name: names[index],
                isBelowAutomount: table.isBelowAutomount(mounts[index])
            )
        }
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
    private static func part(
        of mount: Mount,
        _ devices: inout BlockDevices,
        _ context: ProviderContext
    ) throws(FileError) -> String {
        let fixed = context.part(fromMountPoint: mount.mountPoint)
        if mount.isRoot { return fixed }
        let mayGo = mount.isOnMediaFolder ? true : try devices.isRemovable(mount)
        guard mayGo else { return fixed }
        if let uuid = devices.fileSystemUUID(of: mount) { return context.id(for: uuid) }
        return mount.isOnMediaFolder ? context.id(for: mount.mountPointAsLatin1) : fixed
    }

    private static func name(of mount: Mount) -> String {
        if mount.isRoot { return "Root file system" }
        let path = String(decoding: mount.mountPoint, as: UTF8.self)
        let shown = mount.isOnMediaFolder ? path.split(separator: "/").last.map(String.init) ?? path : path
        return DeviceNames.firstShowable([shown]) ?? (mount.isOnMediaFolder ? "Removable disk" : "File system")
    }
}
