package import SensorSDK

/// An event that a server has not acknowledged yet.
package struct EventItem: Sendable, Hashable {
    package var sequence: QueueSequence
    /// 1, or more when an earlier attempt may have arrived.
    package var attempt: Int
    /// Vendor and model are there only if the owner accepted them for this server.
    package var event: DeviceEvent

    package init(sequence: QueueSequence, attempt: Int, event: DeviceEvent) {
        self.sequence = sequence
        self.attempt = attempt
        self.event = event
    }
}
