import SensorSDK
import Shared

/// What the outbox should hold, as simply as it can be said.
struct OutboxModel {
    struct Pair: Hashable {
        var server: ServerRecord.ID
        var sensor: String
    }

    /// In the order in which each was queued last.
    private(set) var states: [(pair: Pair, value: Int64)] = []
    /// In order.
    private(set) var events: [(pair: Pair, name: String, attempts: Int)] = []
    /// Where a sensor is on, and not disabled by the server.
    private(set) var reporting: Set<Pair> = []

    func states(of server: ServerRecord.ID) -> [Reading.Outcome] {
        states.filter { $0.pair.server == server }.map { .value(.integer($0.value)) }
    }

    /// Name and number of the next attempt.
    func events(of server: ServerRecord.ID) -> [String] {
        events.filter { $0.pair.server == server }.map { "\($0.name) \($0.attempts + 1)" }
    }

    mutating func queue(_ value: Int64, _ pair: Pair) {
        guard reporting.contains(pair) else { return }
        states.removeAll { $0.pair == pair }
        states.append((pair, value))
    }

    mutating func queue(_ name: String, _ pair: Pair) {
        guard reporting.contains(pair) else { return }
        events.append((pair, name, 0))
    }

    mutating func enable(_ pair: Pair) { reporting.insert(pair) }

    /// By its owner, here or there.
    mutating func disable(_ pair: Pair) {
        reporting.remove(pair)
        states.removeAll { $0.pair == pair }
        events.removeAll { $0.pair == pair }
    }

    mutating func accept(_ value: Int64, _ pair: Pair) {
        states.removeAll { $0.pair == pair && $0.value == value }
    }

    mutating func deliver(_ name: String, to server: ServerRecord.ID) {
        events.removeAll { $0.name == name && $0.pair.server == server }
    }

    mutating func count(_ attempts: Int, of name: String, to server: ServerRecord.ID) {
        for index in events.indices where events[index].name == name && events[index].pair.server == server {
            events[index].attempts = attempts
        }
    }
}
