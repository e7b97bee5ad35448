import SensorSDK
import Shared

/// A block device that tells about its own health without being asked over its bus: an array of disks, or eMMC memory.
///
/// Source: `/sys/block/mdN/md` and `/sys/block/mmcblkN/device`.
struct Disk: Sendable, Hashable {
    /// `/sys/block/md0/md`, `/sys/block/mmcblk0/device`
    var folder: String
    /// Middle part of its ids.
    var thing: String
    /// `md0`, `mmcblk0`
    var name: String
    var readings: [DiskReading]

    func id(_ reading: DiskReading) throws(SensorIDError) -> SensorID {
        try SensorID(family: "storage", thing: thing, reading: reading.rawValue)
    }

    /// - Throws: ``SensorIDError``, ``SensorError``: our own mistake, since each part is made to fit.
    func sensor(_ reading: DiskReading) throws -> Sensor {
        try Sensor(
            id: id(reading),
            kind: reading == .degraded ? .binarySensor : .sensor,
            device: name,
            name: "\(name) \(reading.title)",
            deviceClass: reading.deviceClass,
            unit: reading == .lifeUsed ? .percent : nil,
            stateClass: reading == .lifeUsed ? .measurement : nil,
            category: .diagnostic,
            icon: reading.icon,
            interval: .seconds(reading == .degraded ? 300 : 3600),
            leastInterval: .seconds(reading == .degraded ? 30 : 300),
            attributes: reading == .degraded ? ["missing"] : []
        )
    }
}

extension Disk {
    private static let list = "/sys/block"

    /// The arrays and the eMMC memory of this machine; on one without a list of block devices none.
    static func all(things: ThingNames, context: ProviderContext) -> [Disk] {
        let files = Current.files
        // A folder for machines shows no disks unless it has this one.
        let names = (try? files.entries(of: list)) ?? []
        var disks: [Disk] = []
        var claims: [ThingNames.Claim] = []
        for name in names {
            let device = "\(list)/\(name)"
            guard var disk = Disk(name, device, context), let shown = DeviceNames.firstShowable([name]) else {
                continue
            }
            disk.name = shown
            disks.append(disk)
            // A list of links; what is no link is its own place.
            claims.append(ThingNames.Claim(part: disk.thing, path: (try? files.resolved(device)) ?? device))
        }
        for (index, thing) in things.things(for: claims, context: context).enumerated() { disks[index].thing = thing }
        return disks
    }

    private init?(_ name: String, _ device: String, _ context: ProviderContext) {
        let isArray = name.hasPrefix("md")
        guard isArray || name.hasPrefix("mmcblk") else { return nil }
        folder = device + (isArray ? "/md" : "/device")
        // What can't be listed has nothing to tell.
        let files = Set((try? Current.files.entries(of: folder)) ?? [])
        readings = DiskReading.allCases.filter { $0 == .degraded ? isArray : !isArray }.filter {
            files.contains($0.file)
        }
        if readings.isEmpty { return nil }
        // The array's own UUID or the chip's own number stay at another port; without them the kernel's name has to do.
        let identity = (try? Current.files.text("\(folder)/\(isArray ? "uuid" : "cid")")) ?? name
        thing = (isArray ? "md_" : "mmc_") + context.id(for: identity)
        self.name = name
    }
}
