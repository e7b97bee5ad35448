import SensorSDK
import Shared

extension Chip {
    /// The chips among these monitors, without mirrors of power supplies, in the library's order.
    ///
    /// - Parameter devices: What `hwmonN/device` of each monitor points to; `nil` for a chip without a device.
    /// - Returns: Without those of which can't be told now which ones they are, and whether there are any.
    static func all(
        _ monitors: [HardwareMonitor],
        devices: [DeviceFolder?],
        things: ThingNames,
        context: ProviderContext
    ) -> (chips: [Chip], isWhole: Bool) {
        var isWhole = true
        var disks: [Device]?
        var chips: [Chip] = []
        var claims: [ThingNames.Claim] = []
        for (monitor, device) in zip(monitors, devices) {
            // The battery family has these.
            if (device?.path ?? monitor.device)?.contains("/power_supply/") == true { continue }
            let folder = device ?? DeviceFolder(path: "/sys/devices/virtual")
            if disks == nil, folder.chain.contains(where: { $0.subsystem == "scsi" }) {
                // Without udev a disk is known by the port that it is plugged into.
                disks = (try? Current.deviceEvents.devices(DeviceFilter(subsystem: "block", deviceType: "disk"))) ?? []
            }
            // Under another id it would be another chip to everybody; the next look may tell.
            guard let place = try? Place(of: folder, disks: disks ?? [], context: context) else {
                isWhole = false
                continue
            }
            let prefix = stablePrefix(monitor.prefix)
            let thing = context.part(from: "\(prefix)_\(place.key)")
            chips.append(Chip(monitor: monitor, place: place, thing: thing, name: name(prefix, place)))
            claims.append(ThingNames.Claim(part: thing, path: folder.path, port: place.shown))
        }
        for (index, thing) in things.things(for: claims, context: context).enumerated() { chips[index].thing = thing }
        return (withDistinctNames(chips, context), isWhole)
    }

    /// Without the number that the kernel gives to Wi-Fi cards in order of appearance (`iwlwifi_1`, `mt7921_phy0`).
    static func stablePrefix(_ prefix: String) -> String {
        guard let cut = prefix.lastIndex(of: "_") else { return prefix }
        let tail = String(prefix[prefix.index(after: cut)...])
        let isCounted = DeviceFolder.isNumbered(tail, "phy") || prefix.hasPrefix("iwlwifi") && Int(tail) != nil
        return isCounted ? String(prefix[..<cut]) : prefix
    }

    private static func name(_ prefix: String, _ place: Place) -> String {
        DeviceNames.firstShowable([place.model.map { "\(prefix) \($0)" }, prefix]) ?? "chip"
    }

    /// Adds the place to names that several chips have.
    private static func withDistinctNames(_ chips: [Chip], _ context: ProviderContext) -> [Chip] {
        var result = chips
        for twins in Dictionary(grouping: chips.indices, by: { chips[$0].name }).values where twins.count > 1 {
            let shown = Set(twins.compactMap { chips[$0].place.shown })
            for index in twins {
                let chip = chips[index]
                let place = shown.count == twins.count ? chip.place.shown : nil
                let suffix = place?.printable(limit: 30) ?? context.digits(of: chip.thing)
                result[index].name = "\(chip.name.printable(limit: 61 - suffix.count)) (\(suffix))"
            }
        }
        return result
    }
}
