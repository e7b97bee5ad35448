import FoundationEssentials
import SensorSDK

/// How much of the last minute somebody had to wait for processor, memory or disk (`/proc/pressure`, Linux 4.20).
@main
struct Pressure: SensorPlugin {
    private static let names = ["cpu": "Processor", "memory": "Memory", "io": "Disk"]
    private let ids: [SensorID: String]

    init(context: ProviderContext) throws {
        let pairs = try Self.names.keys.map { (try context.sensor($0, "pressure"), $0) }
        ids = Dictionary(uniqueKeysWithValues: pairs)
    }

    func sensors() async throws -> [Sensor] {
        try ids.map { id, resource in
            let device = Self.names[resource] ?? resource
            return try Sensor(
                id: id,
                device: device,
                name: "\(device) pressure",
                unit: .percent,
                stateClass: .measurement
            )
        }
    }

    func read(_ wanted: Set<SensorID>) async -> [Reading] {
        wanted.map { Reading($0, outcome(of: ids[$0]), at: .now()) }
    }

    private func outcome(of resource: String?) -> Reading.Outcome {
        guard let resource, let text = try? String(contentsOfFile: "/proc/pressure/\(resource)", encoding: .utf8),
            let field = text.split(separator: " ").first(where: { $0.hasPrefix("avg60=") }),
            let share = Double(field.dropFirst(6))
        else { return .unavailable(.noData) }
        return .value(.number(share))
    }
}
