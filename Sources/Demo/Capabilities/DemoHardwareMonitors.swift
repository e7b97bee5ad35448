import Shared

/// The demo's chips, after those of the machine below.
struct DemoHardwareMonitors: HardwareMonitors {
    private let chips: [DemoChip]
    private let base: (any HardwareMonitors)?
    private let sinceBoot: @Sendable () -> Duration

    init(parts: DemoParts, over base: (any HardwareMonitors)?, sinceBoot: @escaping @Sendable () -> Duration) {
        chips = parts.contains(.chips) ? DemoChip.all : []
        self.base = base
        self.sinceBoot = sinceBoot
    }

    func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] {
        let below: [HardwareMonitor]
        do throws(HardwareMonitorsError) {
            below = try base?.monitors() ?? []
        } catch {
            // Chips of its own make up for a library that can't be started.
            if chips.isEmpty { throw error }
            below = []
        }
        let machine = DemoMachine(at: sinceBoot())
        return below
            + chips.map { chip in
                HardwareMonitor(
                    prefix: chip.prefix,
                    printedName: chip.printedName,
                    path: chip.path,
                    features: chip.features.map { feature in
                        HardwareMonitor.Feature(
                            name: feature.name,
                            kind: feature.kind,
                            label: feature.label,
                            subfeatures: feature.subfeatures(machine).map(\.name)
                        )
                    }
                )
            }
    }

    func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>] {
        guard let chip = chips.first(where: { $0.path == monitor.path }) else {
            return base?.read(subfeatures, of: monitor) ?? [:]
        }
        let machine = DemoMachine(at: sinceBoot())
        var result: [String: Result<Double, HardwareMonitorsError>] = [:]
        for (name, value) in chip.features.flatMap({ $0.subfeatures(machine) }) where subfeatures.contains(name) {
            result[name] = .success(value)
        }
        return result
    }
}
