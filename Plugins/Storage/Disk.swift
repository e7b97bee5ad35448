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
        // What can't be read now may be told by the next look, and there is no other id in between.
        guard let identity = try? Self.identity(isArray, folder, device) else { return nil }
        thing = (isArray ? "md_" : "mmc_") + context.id(for: identity)
        self.name = name
    }

    /// The array's own UUID or the chip's own number; else what udev knows of the array, or where the chip sits. Never the
    /// kernel's name, which is counted up, or down from md127.
    private static func identity(_ isArray: Bool, _ folder: String, _ device: String) throws(FileError) -> String? {
        do throws(FileError) {
            let text = try Current.files.text("\(folder)/\(isArray ? "uuid" : "cid")")
            // Arrays that the firmware makes have zeros there.
            if let text, text.contains(where: { $0 != "0" && $0 != "-" }) { return text }
        } catch {
            guard error.isAbsence else { throw error }
        }
        return isArray ? arrayUUID(device) : DevicePath.withoutKernelCounters(try Current.files.resolved(device))
    }

    /// By udev, as the kernel would write it: `a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90`.
    private static func arrayUUID(_ device: String) -> String? {
        // Without udev nothing tells.
        let disks = (try? Current.deviceEvents.devices(DeviceFilter(subsystem: "block", deviceType: "disk"))) ?? []
        let disk = disks.first { $0.path.split(separator: "/").last == device.split(separator: "/").last }
        let digits = Array(disk?.properties["MD_UUID"]?.filter(\.isHexDigit) ?? "")
        guard digits.count == 32 else { return nil }
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
