import SensorSDK
import Shared

/// What a store has confirmed until some call of the disk: it has to be there after a power cut.
struct PowerCutFacts {
    /// Calls of the disk until then.
    var calls = 0
    var servers: [ServerRecord] = []
    var intervals: [SensorID: Duration] = [:]
    /// What waits for servers that get the newest alone.
    var outbox = OutboxModel()
    /// What waits for those that get everything, in order.
    var recorded: [(pair: OutboxModel.Pair, content: String)] = []
    /// The last place in the order that was given away.
    var last = QueueSequence(epoch: 0, number: 0)

    /// Values and names of events, by server.
    var history: [ServerRecord.ID: [String]] {
        Dictionary(grouping: recorded, by: \.pair.server).mapValues { $0.map(\.content) }
    }

    /// Value that waits of each sensor.
    var states: [OutboxModel.Pair: Int64] {
        Dictionary(uniqueKeysWithValues: outbox.states.map { ($0.pair, $0.value) })
    }

    /// Name and number of the next attempt, by server.
    var events: [ServerRecord.ID: [String]] {
        let events = servers.map { ($0.id, outbox.events(of: $0.id)) }.filter { !$0.1.isEmpty }
        return Dictionary(uniqueKeysWithValues: events)
    }
}
