import SensorSDK
import Shared
import Store

/// What was queued last for each server and sensor in this run, to tell news from repetition.
struct QueuedMemory {
    private struct Entry {
        var outcome: Reading.Outcome
        var attributes: [String: SensorValue]
        /// Since boot: after it the same reading is news again.
        var expires: Duration
    }

    private var entries: [ServerRecord.ID: [SensorID: Entry]] = [:]

    /// Everything is sent again after this time, changed or not.
    private static let repetition = Duration.seconds(3600)

    func isNews(_ state: QueuedState, at now: Duration) -> Bool {
        guard let entry = entries[state.server]?[state.reading.sensor] else { return true }
        return entry.outcome != state.reading.outcome || entry.attributes != state.reading.attributes
            || now >= entry.expires
    }

    mutating func remember(_ states: [QueuedState], at now: Duration) {
        for state in states {
            entries[state.server, default: [:]][state.reading.sensor] = Entry(
                outcome: state.reading.outcome,
                attributes: state.reading.attributes,
                expires: now + Self.repetition
            )
        }
    }

    mutating func forget(_ server: ServerRecord.ID) {
        entries[server] = nil
    }

    /// Makes the next reading after a point in time news, whatever it is.
    mutating func expire(_ ids: [SensorID], of server: ServerRecord.ID, at time: Duration) {
        for id in ids { entries[server]?[id]?.expires = time }
    }

    /// Forgets what is not enabled any more, so that it is news when it is enabled again.
    mutating func keep(only plan: EnablementPlan) {
        for (server, sensors) in entries {
            entries[server] = sensors.filter { id, _ in
                plan.enablements[id]?.contains { $0.server == server } == true
            }
        }
    }
}
