package import SensorSDK

/// What waits for one server.
package struct QueueDepth: Sendable {
    package var registrations: Int
    package var states: Int
    package var events: Int
    /// Events that were given up because of their number or age, since the outbox was made.
    package var droppedEvents: Int
    /// What the server refused, with its reason; by sensor.
    package var setAside: [(sensor: SensorID, reason: String)]

    package init(
        registrations: Int = 0,
        states: Int = 0,
        events: Int = 0,
        droppedEvents: Int = 0,
        setAside: [(sensor: SensorID, reason: String)] = []
    ) {
        self.registrations = registrations
        self.states = states
        self.events = events
        self.droppedEvents = droppedEvents
        self.setAside = setAside
    }
}
