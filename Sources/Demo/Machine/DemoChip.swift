import Shared

/// A chip of the hwmon class.
struct DemoChip: Sendable {
    struct Feature: Sendable {
        /// `temp1`
        let name: String
        let kind: HardwareMonitor.Feature.Kind
        let label: String
        /// The most, in the unit of libsensors; `nil` where the driver tells no limits.
        var maximum: Double?
        var critical: Double?
        /// In the unit of libsensors, rounded as the driver does.
        let value: @Sendable (DemoMachine) -> Double
    }

    /// The driver's name.
    let driver: String
    let printedName: String
    /// Number in the hwmon class; high, so that it never meets one of the machine below.
    let number: Int
    /// The device that the chip is in, below `/sys/devices`.
    let device: String
    let features: [Feature]

    /// What people see in front of each label.
    var prefix: String { "\(driver) (demo)" }

    /// `/sys/class/hwmon/hwmon90`
    var path: String { "/sys/class/hwmon/hwmon\(number)" }

    static let all = [
        DemoChip(
            driver: "coretemp",
            printedName: "coretemp-isa-0000",
            number: 90,
            device: "platform/coretemp.0",
            features: [
                Feature(name: "temp1", kind: .temperature, label: "Package id 0", maximum: 100, critical: 105) {
                    $0.swing(44, 68, every: 40).rounded()
                },
                Feature(name: "temp2", kind: .temperature, label: "Core 0", maximum: 100, critical: 105) {
                    $0.swing(43, 67, every: 40).rounded()
                },
                Feature(name: "temp6", kind: .temperature, label: "Core 4", maximum: 100, critical: 105) {
                    $0.swing(42, 64, every: 30).rounded()
                },
            ]
        ),
        DemoChip(
            driver: "nvme",
            printedName: "nvme-pci-0100",
            number: 91,
            device: nvmePath,
            features: [
                Feature(name: "temp1", kind: .temperature, label: "Composite", maximum: 81.85, critical: 84.85) {
                    $0.swing(36, 42, every: 90).rounded() + 0.85
                }
            ]
        ),
        DemoChip(
            driver: "thinkpad",
            printedName: "thinkpad-isa-0000",
            number: 92,
            device: "platform/thinkpad_hwmon",
            features: [
                Feature(name: "fan1", kind: .fan, label: "Fan") { $0.swing(1900, 2900, every: 40).rounded() },
                Feature(name: "in0", kind: .voltage, label: "CPU voltage") {
                    ($0.swing(720, 1180, every: 15)).rounded() / 1000
                },
            ]
        ),
    ]

    /// The SSD's controller, below `/sys/devices`.
    static let nvmePath = "pci00de:00/00de:00:1d.0/00de:01:00.0/nvme/nvme9"
}

extension DemoChip.Feature {
    /// The kernel's steps in one unit of libsensors: m°C and mV.
    private var scale: Double { kind == .fan ? 1 : 1000 }

    /// Name and value of all that can be read; ``HardwareMonitor/Feature/subfeatures`` and its outcome.
    func subfeatures(_ machine: DemoMachine) -> [(name: String, value: Double)] {
        var result = [("\(name)_input", value(machine))]
        if let maximum { result.append(("\(name)_max", maximum)) }
        if let critical { result.append(("\(name)_crit", critical)) }
        return result
    }

    /// The files of the class, in the kernel's unit.
    func files(_ machine: DemoMachine) -> [(name: String, text: String)] {
        subfeatures(machine).map { ($0.name, "\(Int(($0.value * scale).rounded()))") } + [("\(name)_label", label)]
    }
}
