/// What is sealed in an ``Envelope``: items in order, descriptions of sensors, and where both stand in the order of all that
/// this agent ever sent.
package struct BatchDocument: Codable, Sendable, Hashable {
    /// The version of this form that is spoken here.
    package static let version = 1
    package static let mostItems = 1000
    package static let mostSensors = 50

    package var version = Self.version
    /// The same as outside, where it is not sealed.
    package var agent: String
    /// Counts up when the agent lost its queue and began anew; what has a higher one is later, whatever the numbers say.
    package var epoch: Int64
    /// Above that of every batch that the receiver acknowledged before in this epoch; 0 in a question whether it is there.
    package var batch: Int64
    /// Numbers of the first and the last item; `nil` without items.
    package var first: Int64?
    package var last: Int64?
    /// Items that the agent gave up in this epoch, since they were too many or too old.
    package var dropped: Int
    package var sensors: [SensorDocument]
    /// Numbers ascend and are below ``batch``.
    package var items: [ItemDocument]
    /// A random word that makes a question unlike all earlier ones.
    package var challenge: String?

    package init(
        agent: String,
        epoch: Int64 = 0,
        batch: Int64 = 0,
        dropped: Int = 0,
        sensors: [SensorDocument] = [],
        items: [ItemDocument] = [],
        challenge: String? = nil
    ) {
        self.agent = agent
        self.epoch = epoch
        self.batch = batch
        first = items.first?.number
        last = items.last?.number
        self.dropped = dropped
        self.sensors = sensors
        self.items = items
        self.challenge = challenge
    }

    /// A question whether the receiver is there and has the key; it is answered like a batch and changes nothing.
    package var isQuestion: Bool { batch == 0 }

    /// Whether it holds what its own rules say.
    package var isSound: Bool {
        guard version == Self.version, items.count <= Self.mostItems, sensors.count <= Self.mostSensors else {
            return false
        }
        guard dropped >= 0, first == items.first?.number, last == items.last?.number else {
            return false
        }
        if isQuestion { return items.isEmpty && sensors.isEmpty }
        var before: Int64 = 0
        for item in items {
            guard item.number > before, item.isSound else { return false }
            before = item.number
        }
        return epoch > 0 && batch > before
    }
}
