import SensorSDK
import Shared

extension Chip {
    /// The chips among these monitors, without mirrors of power supplies, in the library's order.
    ///
    /// - Parameter devices: What `hwmonN/device` of each monitor points to; `nil` for a chip without a device.
    static func all(_ monitors: [HardwareMonitor], devices: [DeviceFolder?], context: ProviderContext) -> [Chip] {
        var disks: [Device]?
        var chips: [(chip: Chip, folder: DeviceFolder)] = []
        for (monitor, device) in zip(monitors, devices) {
            // The battery family has these.
            if device?.parent?.name == "power_supply" { continue }
            let folder = device ?? DeviceFolder(path: "/sys/devices/virtual")
            if disks == nil, folder.chain.contains(where: { $0.subsystem == "scsi" }) {
                // Without udev a disk is known by the port that it is plugged into.
                disks = (try? Current.deviceEvents.devices(DeviceFilter(subsystem: "block", deviceType: "disk"))) ?? []
            }
            let place = Place(of: folder, disks: disks ?? [], context: context)
            let prefix = stablePrefix(monitor.prefix)
            let thing = context.part(from: "\(prefix)_\(place.key)")
            chips.append((Chip(monitor: monitor, place: place, thing: thing, name: name(prefix, place)), folder))
        }
        return withDistinctNames(withDistinctThings(chips, context), context)
    }

    /// Without the number that the kernel gives to Wi-Fi cards in order of appearance (`iwlwifi_1`, `mt7921_phy0`).
    static func stablePrefix(_ prefix: String) -> String {
        guard let cut = prefix.lastIndex(of: "_") else { return prefix }
        let tail = String(prefix[prefix.index(after: cut)...])
        let isCounted = DeviceFolder.isNumbered(tail, "phy") || prefix.hasPrefix("iwlwifi") && Int(tail) != nil
        return isCounted ? String(prefix[..<cut]) : prefix
    }

    private static func name(_ prefix: String, _ place: Place) -> String {
        let text = [prefix, place.model ?? ""].filter { !$0.isEmpty }.joined(separator: " ").printable(limit: 64)
        return text.allSatisfy(\.isWhitespace) ? "chip" : text
    }

    /// Of chips with one id that on the lower device path keeps it; the others get digits of their own path.
    private static func withDistinctThings(
        _ chips: [(chip: Chip, folder: DeviceFolder)],
        _ context: ProviderContext
    ) -> [Chip] {
        var result = chips.map(\.chip)
        for (thing, twins) in Dictionary(grouping: chips.indices, by: { chips[$0].chip.thing }) where twins.count > 1 {
            var taken: Set<String> = [thing]
            for index in twins.sorted(by: { chips[$0].folder.path < chips[$1].folder.path }).dropFirst() {
                let (chip, folder) = chips[index]
                // Where nothing but a number of the kernel tells two apart, it is that or losing one of them.
                let paths = [folder.stablePath, folder.path, chip.monitor.path]
                let candidates = paths.map { "\(thing.prefix(33))_\(context.digits(of: $0))" }
                result[index].thing = candidates.first { !taken.contains($0) } ?? candidates[2]
                taken.insert(result[index].thing)
                Log.debug("two chips share an id, one gets digits", ["id": "thermal.\(thing)"])
            }
        }
        return result
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
