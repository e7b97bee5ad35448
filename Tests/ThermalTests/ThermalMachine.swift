import SensorSDK
import Shared
import TestSupport

@testable import Thermal

/// A made-up machine with monitoring chips, from a description in umockdev's format.
struct ThermalMachine {
    let files = FakeFileTree()
    let devices = FakeDeviceEvents()
    let monitors = FakeHardwareMonitors()

    init(_ description: String) throws {
        try show(description)
    }

    func show(_ description: String) throws {
        files.load(umockdev: try UmockdevDescription(description))
        try LibsensorsImitation(files: files).load(into: monitors)
    }

    /// Values are read anew, after an error was set.
    func refresh() throws {
        try LibsensorsImitation(files: files).load(into: monitors)
    }

    func enter(_ world: inout World) {
        world.files = files
        world.deviceEvents = devices
        world.hardwareMonitors = monitors
    }

    /// What every sensor of this machine says, by `thing.reading`.
    func outcomes() async throws -> [String: Reading.Outcome] {
        try await inWorld(enter) {
            let provider = ThermalProvider(context: .test())
            let readings = await provider.read(Set(try await provider.sensors().map(\.id)))
            return Dictionary(
                uniqueKeysWithValues: readings.map { (String($0.sensor.description.dropFirst(8)), $0.outcome) }
            )
        }
    }

    func chips() async throws -> [Chip] {
        try await inWorld(enter) { try ChipList(context: .test()).chips() }
    }

    /// A chip of a platform device; `attributes` as `temp1_input=45000`.
    static func chip(_ number: Int, _ name: String, on device: String, _ attributes: String...) -> String {
        """
        P: /devices/platform/\(device)
        E: SUBSYSTEM=platform

        P: /devices/platform/\(device)/hwmon/hwmon\(number)
        E: SUBSYSTEM=hwmon
        A: name=\(name)\\n
        \(attributes.map { "A: \($0)\\n" }.joined(separator: "\n"))
        L: device=../../../\(device)


        """
    }
}
