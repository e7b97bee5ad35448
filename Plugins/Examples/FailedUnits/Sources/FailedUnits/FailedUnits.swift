import SensorSDK

/// Which units of systemd have failed, and whether the machine is well as a whole.
@main
struct FailedUnits: SensorPlugin {
    private let failed: SensorID
    private let problem: SensorID
    private let state: SensorID

    init(context: ProviderContext) throws {
        failed = try context.sensor("units", "failed")
        problem = try context.sensor("units", "problem")
        state = try context.sensor("units", "state")
    }

    static var about: PluginMessage.Hello { PluginMessage.Hello(name: "Failed units", pluginVersion: "1") }

    func sensors() async throws -> [Sensor] {
        [
            try Sensor(
                id: failed,
                device: "systemd",
                name: "Failed units",
                stateClass: .measurement,
                attributes: ["units"]
            ),
            try Sensor(
                id: problem,
                kind: .binarySensor,
                device: "systemd",
                name: "A unit has failed",
                deviceClass: .problem
            ),
            try Sensor(id: state, device: "systemd", name: "State of the system"),
        ]
    }

    func read(_ wanted: Set<SensorID>) async -> [Reading] {
        let answer = Result { () throws(BusError) in
            let bus = try SystemBus()
            return (units: try bus.failedUnits(), state: wanted.contains(state) ? try bus.systemState() : "")
        }
        return wanted.map { id in
            switch answer {
            case .failure(let error): return Reading(id, .unavailable(error.reason), at: .now())
            case .success(let answer): return reading(of: id, answer.units, answer.state)
            }
        }
    }

    private func reading(of id: SensorID, _ units: [String], _ systemState: String) -> Reading {
        switch id {
        case failed:
            // A text has at most 255 characters.
            let names = String(units.sorted().joined(separator: ", ").prefix(255))
            return Reading(id, .value(.integer(Int64(units.count))), attributes: ["units": .text(names)], at: .now())
        case problem: return Reading(id, .value(.flag(!units.isEmpty)), at: .now())
        case state: return Reading(id, .value(.text(systemState)), at: .now())
        default: return Reading(id, .unavailable(.notPresent), at: .now())
        }
    }
}
