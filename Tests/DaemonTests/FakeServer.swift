import SensorSDK
import Shared
import Synchronization

/// A server that acknowledges everything, or what a test says, and keeps all that it was sent.
final class FakeServer: Sendable {
    typealias Answer = @Sendable (Batch) async -> Receipt

    private struct State {
        var batches: [Batch] = []
        var times: [Duration] = []
        var answer: Answer
        var registering: @Sendable () async -> Void = {}
        var watchers: [(isMet: @Sendable ([Batch]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Mutex<State>
    /// Through which it could be sent something now.
    let openLinks = Atomic<Int>(0)

    init(_ answer: @escaping Answer = FakeServer.acknowledge) {
        state = Mutex(State(answer: answer))
    }

    var batches: [Batch] { state.withLock { $0.batches } }
    /// When each batch came, since boot.
    var times: [Duration] { state.withLock { $0.times } }
    /// Every state that arrived, in order.
    var readings: [Reading] { batches.flatMap(\.states).map(\.reading) }
    var registrations: [RegistrationOrder] { batches.flatMap(\.registrations) }

    func answer(_ answer: @escaping Answer) {
        state.withLock { $0.answer = answer }
    }

    /// Waits until what has arrived is as the test wants it.
    func until(_ isMet: @escaping @Sendable ([Batch]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if isMet(state.batches) { return true }
                state.watchers.append((isMet, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func deliver(_ batch: Batch) async -> Receipt {
        let now = Current.sinceBoot()
        let (answer, met) = state.withLock { state in
            state.times.append(now)
            state.batches.append(batch)
            let met = state.watchers.filter { $0.isMet(state.batches) }.map(\.continuation)
            state.watchers.removeAll { $0.isMet(state.batches) }
            return (state.answer, met)
        }
        for continuation in met { continuation.resume() }
        return await answer(batch)
    }

    /// From now on a registration takes until this returns.
    func hold(_ registering: @escaping @Sendable () async -> Void) {
        state.withLock { $0.registering = registering }
    }

    func register() async { await state.withLock { $0.registering }() }

    @Sendable static func acknowledge(_ batch: Batch) async -> Receipt {
        Receipt(
            registrations: Dictionary(uniqueKeysWithValues: batch.registrations.map { ($0.sensor.id, .accepted) }),
            states: Dictionary(uniqueKeysWithValues: batch.states.map { ($0.reading.sensor, .accepted) }),
            deliveredEvents: Set(batch.events.map(\.sequence))
        )
    }
}
