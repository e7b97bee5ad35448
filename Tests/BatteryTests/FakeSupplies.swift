import Battery
import SensorSDK
import Shared
import TestSupport

/// A machine whose power supplies a test plugs in and out.
struct FakeSupplies {
    let files = FakeFileTree()
    let devices = FakeDeviceEvents()
    let provider = BatteryProvider(context: .test())

    /// - Parameter parent: Below `/sys/devices`.
    func plug(_ name: String, at parent: String = "LNXSYSTM:00/PNP0C0A:00", _ attributes: [String: String]) {
        let path = "/sys/devices/\(parent)/power_supply/\(name)"
        for (file, text) in attributes { files.write(text + "\n", to: "\(path)/\(file)") }
        files.link("/sys/class/power_supply/\(name)", to: path)
    }

    func unplug(_ name: String) throws {
        files.remove(try files.resolved("/sys/class/power_supply/\(name)"))
        files.remove("/sys/class/power_supply/\(name)")
    }

    func sensors() async throws -> [Sensor] {
        try await inWorld {
            $0.files = files
            $0.deviceEvents = devices
        } operation: {
            try await provider.sensors()
        }
    }

    func ids() async throws -> Set<String> {
        Set(try await sensors().map(\.id.description))
    }

    func read(_ id: String) async throws -> Reading.Outcome {
        let readings = try await read([id])
        return readings[id] ?? .unavailable(.plugin)
    }

    func read(_ ids: [String]) async throws -> [String: Reading.Outcome] {
        let wanted = Set(try ids.map { try SensorID($0) })
        return await inWorld {
            $0.files = files
            $0.deviceEvents = devices
        } operation: {
            let readings = await provider.read(wanted)
            return Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.description, $0.outcome) })
        }
    }

    static let laptopBattery = [
        "type": "Battery", "present": "1", "status": "Discharging", "capacity": "70", "energy_now": "35000000",
        "energy_full": "50000000", "energy_full_design": "57000000", "power_now": "10000000",
        "voltage_now": "12000000", "cycle_count": "143", "temp": "312",
    ]
}
