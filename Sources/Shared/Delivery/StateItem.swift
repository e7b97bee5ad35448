package import SensorSDK

/// The newest state of one sensor that a server does not have yet.
package struct StateItem: Sendable, Hashable {
    package var sequence: QueueSequence
    package var kind: SensorKind
    package var icon: String?
    /// Holds only attributes that the owner accepted for this server.
    package var reading: Reading

    package init(sequence: QueueSequence, kind: SensorKind, icon: String?, reading: Reading) {
        self.sequence = sequence
        self.kind = kind
        self.icon = icon
        self.reading = reading
    }
}
