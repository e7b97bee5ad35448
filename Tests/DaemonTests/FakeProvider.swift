import SensorSDK
import Shared
import Synchronization

/// A family `test` whose sensors and readings a test sets, and which counts what it is asked.
final class FakeProvider: SensorProvider {
    private struct State {
        var sensors: [Sensor]
        var outcomes: [SensorID: Reading.Outcome] = [:]
        var attributes: [SensorID: [String: SensorValue]] = [:]
        /// Said with each answer, asked or not.
        var volunteered: [SensorID: Reading.Outcome] = [:]
        var reads: [SensorID: Int] = [:]
        var calls = 0
        var gate: CheckedContinuation<Void, Never>?
        var isHanging = false
        var fault: (any Error)?
    }

    private let state: Mutex<State>
    private let stream = AsyncStream.makeStream(of: ProviderChange.self)

    init(_ sensors: [Sensor]) {
        state = Mutex(State(sensors: sensors))
    }

    func set(_ outcome: Reading.Outcome, for id: SensorID, attributes: [String: SensorValue] = [:]) {
        state.withLock {
            $0.outcomes[id] = outcome
            $0.attributes[id] = attributes
        }
    }

    /// Says this with each answer, whatever was asked.
    func volunteer(_ outcome: Reading.Outcome, for id: SensorID) {
        state.withLock { $0.volunteered[id] = outcome }
    }

    func offer(_ sensors: [Sensor]) {
        state.withLock { $0.sensors = sensors }
    }

    func notice(_ change: ProviderChange) {
        stream.continuation.yield(change)
    }

    /// From now on a read never comes back, until it is let go.
    func hang() {
        state.withLock { $0.isHanging = true }
    }

    func letGo() {
        let gate = state.withLock { state in
            state.isHanging = false
            defer { state.gate = nil }
            return state.gate
        }
        gate?.resume()
    }

    /// How often it was asked to read, whatever came of it.
    var calls: Int { state.withLock { $0.calls } }

    var reads: [SensorID: Int] { state.withLock { $0.reads } }

    func sensors() async throws -> [Sensor] {
        try state.withLock { state in
            if let fault = state.fault { throw fault }
            return state.sensors
        }
    }

    /// From now on it can't say what it has.
    func fail(_ fault: any Error) {
        state.withLock { $0.fault = fault }
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        let isHanging = state.withLock { state in
            state.calls += 1
            return state.isHanging
        }
        if isHanging {
            await withCheckedContinuation { continuation in state.withLock { $0.gate = continuation } }
        }
        let now = Current.instant
        return state.withLock { state in
            let unasked = state.volunteered.map { Reading($0.key, $0.value, at: now) }
            return unasked
                + ids.map { id in
                    state.reads[id, default: 0] += 1
                    return Reading(
                        id,
                        state.outcomes[id] ?? .value(.integer(1)),
                        attributes: state.attributes[id] ?? [:],
                        at: now
                    )
                }
        }
    }

    func changes() -> AsyncStream<ProviderChange> { stream.stream }
}
