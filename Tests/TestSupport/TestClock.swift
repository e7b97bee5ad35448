package import FoundationEssentials
import Synchronization

/// A clock that moves only when a test says so.
package final class TestClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let wakes: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .seconds(1000))
        var wallOffset = 0.0
        var suspended = Duration.zero
        var sleepers: [Int: Sleeper] = [:]
        var nextSleeper = 0
        var watchers: [(isMet: @Sendable ([Duration]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        /// How long each sleeping task sleeps from now.
        var pauses: [Duration] { sleepers.values.map { now.duration(to: $0.wakes) } }
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }
    /// Time since boot; 1000 s when the test starts.
    package var sinceBoot: Duration { state.withLock { $0.now.offset + $0.suspended } }
    /// Wall clock: 2026-01-01 00:00:00 UTC when the test starts.
    package var wall: Date {
        state.withLock { state in
            Date(
                timeIntervalSince1970: 1_767_225_600 - 1000 + (state.now.offset + state.suspended) / .seconds(1)
                    + state.wallOffset
            )
        }
    }

    /// Moves the wall clock alone, as an administrator or NTP would.
    package func setWall(ahead seconds: Double) {
        state.withLock { $0.wallOffset += seconds }
    }

    /// Lets the machine sleep: the time since boot and the wall clock go on, and nobody who waits gets nearer to waking.
    package func suspend(for duration: Duration) {
        state.withLock { $0.suspended += duration }
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (wakesNow, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if deadline <= state.now || Task.isCancelled { return (true, []) }
                    state.sleepers[id] = Sleeper(wakes: deadline, continuation: continuation)
                    return (false, Self.satisfied(&state))
                }
                for watcher in watchers { watcher.resume() }
                if wakesNow {
                    if Task.isCancelled {
                        continuation.resume(throwing: CancellationError())
                    } else {
                        continuation.resume()
                    }
                }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves time and wakes whoever is due, earliest first.
    package func advance(by duration: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            state.now = state.now.advanced(by: duration)
            let ids = state.sleepers.filter { $0.value.wakes <= state.now }.keys
            return ids.compactMap { state.sleepers.removeValue(forKey: $0) }.sorted { $0.wakes < $1.wakes }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// How many tasks sleep on this clock.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// How long it is until the first sleeping task wakes, and how many wake then; `nil` when none sleeps.
    package var nextWaking: (pause: Duration, count: Int)? {
        state.withLock { state in
            let pauses = state.pauses
            return pauses.min().map { least in (least, pauses.count { $0 == least }) }
        }
    }

    /// Waits until at least so many tasks sleep on this clock.
    package func sleepers(atLeast count: Int) async {
        await until { $0.count >= count }
    }

    /// Waits until a task sleeps on this clock that wakes within this time.
    package func sleeper(within time: Duration) async {
        await until { $0.contains { $0 <= time } }
    }

    private func until(_ isMet: @escaping @Sendable ([Duration]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if isMet(state.pauses) { return true }
                state.watchers.append((isMet, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private static func satisfied(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        let pauses = state.pauses
        let done = state.watchers.filter { $0.isMet(pauses) }.map(\.continuation)
        state.watchers.removeAll { $0.isMet(pauses) }
        return done
    }
}
