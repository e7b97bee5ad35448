import SensorSDK

/// What is read of the machine as a whole; the raw value is the end of the id.
enum SystemReading: String, CaseIterable, Sendable {
    case load1 = "cpu.load_1"
    case load5 = "cpu.load_5"
    case load15 = "cpu.load_15"
    case memoryUsed = "memory.used_percent"
    case memoryAvailable = "memory.available"
    case swapUsed = "swap.used_percent"
    case swapFree = "swap.free"
    case processorPressure = "cpu.pressure_some"
    case memoryPressure = "memory.pressure_some"
    case memoryStall = "memory.pressure_full"
    case diskPressure = "io.pressure_some"
    case diskStall = "io.pressure_full"
    case lastBoot = "host.last_boot"
    case underVoltage = "host.under_voltage"

    /// `nil` for the id of another family, or of none.
    init?(_ id: SensorID) {
        guard id.family == Self.family else { return nil }
        self.init(rawValue: "\(id.thing).\(id.reading)")
    }

    static let family = "system"

    /// - Throws: Our own mistake: each word is one of ours.
    func id() throws(SensorIDError) -> SensorID {
        try SensorID("\(Self.family).\(rawValue)")
    }

    /// Which file of `/proc/pressure` it is in, and which line; `nil` for what is no pressure.
    ///
    /// That of processors has no `full` line that could be anything but 0 for the machine as a whole.
    var pressure: (resource: String, line: String)? {
        switch self {
        case .processorPressure: ("cpu", "some")
        case .memoryPressure: ("memory", "some")
        case .memoryStall: ("memory", "full")
        case .diskPressure: ("io", "some")
        case .diskStall: ("io", "full")
        default: nil
        }
    }
}
