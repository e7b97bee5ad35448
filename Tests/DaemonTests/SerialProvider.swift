import Sealing
import SensorSDK
import Shared

/// A plugin with one sensor, whose id its host makes of a serial number: with a salt of its own, as a host has.
struct SerialProvider: SensorProvider {
    let context: ProviderContext
    let serial: String

    /// What the host makes of a serial number; the daemon knows neither this salt nor the number.
    static func name(_ serial: String, _ context: ProviderContext) -> String {
        String(Digest.sha256(Array("\(context.id(for: "salt")) \(serial)".utf8)).hexadecimal.prefix(SaltedNames.digits))
    }

    func sensors() async throws -> [Sensor] {
        let id = try context.sensor(
            "disk_\(Self.name(serial, context))",
            "size_\(Self.name(serial, context).prefix(6))"
        )
        return [try Sensor(id: id, device: "Disk", name: "Size")]
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        // What can't be listed is not there.
        let offered = Set(((try? await sensors()) ?? []).map(\.id))
        let now = Current.instant
        return ids.map { Reading($0, offered.contains($0) ? .value(.integer(1)) : .unavailable(.notPresent), at: now) }
    }

    func changes() -> AsyncStream<ProviderChange> { AsyncStream { _ in } }
}
