package import SensorSDK

/// What a server acknowledged of a ``Batch``.
package struct Receipt: Sendable, Hashable {
    /// What became of one registration or one state.
    package enum Outcome: Sendable, Hashable {
        /// A sealed answer said that it was taken.
        case accepted
        /// Taken, but the user has disabled the entity in Home Assistant: stop sending it.
        case disabledByServer
        /// The server does not know the sensor: it is to be registered again.
        case notRegistered
        /// The server refuses this item whatever else is sent; set it aside. The text is the server's.
        case refused(String)
    }

    package var registrations: [SensorID: Outcome]
    package var states: [SensorID: Outcome]
    /// Events that are proven to be on the server's bus.
    package var deliveredEvents: Set<QueueSequence>
    /// Events that may or may not have arrived; their next attempt counts one more.
    package var attemptedEvents: Set<QueueSequence>
    /// What ended the delivery early; `nil` when every item was dealt with.
    package var fault: LinkFault?
    /// What the server said of its version, if it was asked.
    package var serverVersion: String?

    package init(
        registrations: [SensorID: Outcome] = [:],
        states: [SensorID: Outcome] = [:],
        deliveredEvents: Set<QueueSequence> = [],
        attemptedEvents: Set<QueueSequence> = [],
        fault: LinkFault? = nil,
        serverVersion: String? = nil
    ) {
        self.registrations = registrations
        self.states = states
        self.deliveredEvents = deliveredEvents
        self.attemptedEvents = attemptedEvents
        self.fault = fault
        self.serverVersion = serverVersion
    }
}
