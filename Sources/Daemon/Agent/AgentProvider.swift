import FoundationEssentials
import SensorSDK
import Shared
import Store

/// What the agent says of itself: that it is alive, and how much waits for the servers, all of them together.
///
/// `last_seen` is for automations that notice a machine that went away: it is the time at which it was read.
struct AgentProvider: SensorProvider {
    private let store: Store
    private let version: String
    private let plugins: (any PluginService)?

    /// - Parameter plugins: `nil` for a daemon that runs none.
    static func source(_ store: Store, version: String, plugins: (any PluginService)?) -> ProviderSource {
        ProviderSource(family: AgentReading.family, deadline: .seconds(5)) { _ in
            AgentProvider(store: store, version: version, plugins: plugins)
        }
    }

    func sensors() async throws -> [Sensor] {
        try AgentReading.allCases.filter { $0 != .quarantinedPlugins || plugins != nil }.map { try $0.sensor() }
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        let now = Current.instant
        var readings: [Reading] = []
        for reading in AgentReading.allCases {
            // Each is valid, as the sensors show.
            guard let id = try? reading.id(), ids.contains(id) else { continue }
            readings.append(Reading(id, await outcome(of: reading, now), at: now))
        }
        return readings
    }

    private func outcome(of reading: AgentReading, _ now: Instant) async -> Reading.Outcome {
        do {
            switch reading {
            case .lastSeen: return .value(.time(now.wall))
            case .version: return .value(.text(version))
            case .waiting:
                return .value(
                    .integer(Int64(try await depths().reduce(0) { $0 + $1.registrations + $1.states + $1.events }))
                )
            case .droppedEvents:
                return .value(.integer(Int64(try await depths().reduce(0) { $0 + $1.droppedEvents })))
            case .quarantinedPlugins:
                guard let plugins else { return .unavailable(.notPresent) }
                return .value(.integer(Int64(await plugins.reports().count { $0.state == .quarantined })))
            case .oldestWaiting:
                let oldest = try await store.oldestWaiting()
                // A clock that was set back makes nothing younger than new.
                let age = oldest.map { max(0, now.wall.timeIntervalSince($0)) } ?? 0
                return .value(.number(age.rounded()))
            }
        } catch {
            return .unavailable(.inputOutput)
        }
    }

    private func depths() async throws -> [QueueDepth] {
        var depths: [QueueDepth] = []
        for server in try await store.servers() { depths.append(try await store.depth(of: server.id)) }
        return depths
    }
}
