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
    /// Events, or items of a history before ``recorded``, that the server fails on again and again while it takes everything
    /// else; they are given up.
    package var refusedEvents: Set<QueueSequence>
    /// Everything of the history up to and with this one is recorded at the server.
    package var recorded: QueueSequence?
    /// Bytes of JSON, before they are compressed and sealed, that left this machine for a sensor, acknowledged or not.
    package var sentBytes: [SensorID: Int]
    /// Which sensors the server has, and whether each is disabled there, if it was asked in this delivery.
    package var disabledAtServer: [SensorID: Bool]?
    /// ``ServerRecord/credentials`` as they are to be kept from now on; `nil` when they stay as they are.
    package var credentials: Secret?
    /// The connection ended sooner than an idle one does: the server may have been restarted.
    package var mayHaveRestarted: Bool
    /// The connection was made anew after a pause, in which nobody would have noticed a restart of the server.
    package var wasIdle: Bool
    /// What ended the delivery early; `nil` when every item was dealt with.
    package var fault: LinkFault?
    /// Whether ``LinkFault/gone`` came over plain HTTP alone, so that it may be of anybody on the way.
    package var mayBeForged: Bool
    /// What the server said of its version, if it was asked.
    package var serverVersion: String?

    package init(
        registrations: [SensorID: Outcome] = [:],
        states: [SensorID: Outcome] = [:],
        deliveredEvents: Set<QueueSequence> = [],
        attemptedEvents: Set<QueueSequence> = [],
        refusedEvents: Set<QueueSequence> = [],
        recorded: QueueSequence? = nil,
        sentBytes: [SensorID: Int] = [:],
        disabledAtServer: [SensorID: Bool]? = nil,
        credentials: Secret? = nil,
        mayHaveRestarted: Bool = false,
        wasIdle: Bool = false,
        fault: LinkFault? = nil,
        mayBeForged: Bool = false,
        serverVersion: String? = nil
    ) {
        self.registrations = registrations
        self.states = states
        self.deliveredEvents = deliveredEvents
        self.attemptedEvents = attemptedEvents
        self.refusedEvents = refusedEvents
        self.recorded = recorded
        self.sentBytes = sentBytes
        self.disabledAtServer = disabledAtServer
        self.credentials = credentials
        self.mayHaveRestarted = mayHaveRestarted
        self.wasIdle = wasIdle
        self.fault = fault
        self.mayBeForged = mayBeForged
        self.serverVersion = serverVersion
    }
}
