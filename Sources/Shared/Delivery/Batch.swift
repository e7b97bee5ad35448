import SensorSDK

/// What goes to one server in one go.
package struct Batch: Sendable, Hashable {
    package var registrations: [RegistrationOrder]
    package var states: [StateItem]
    /// In order of their sequence.
    package var events: [EventItem]
    /// Only for a server that keeps a history, which gets no ``states`` and no ``events``.
    package var history: History?

    package init(
        registrations: [RegistrationOrder] = [],
        states: [StateItem] = [],
        events: [EventItem] = [],
        history: History? = nil
    ) {
        self.registrations = registrations
        self.states = states
        self.events = events
        self.history = history
    }

    /// What a receipt does not speak of. Behind an event that may have arrived no other goes before it is queued anew.
    package func without(_ receipt: Receipt) -> Batch {
        Batch(
            registrations: registrations.filter { receipt.registrations[$0.sensor.id] == nil },
            states: states.filter { receipt.states[$0.reading.sensor] == nil },
            events: receipt.attemptedEvents.isEmpty
                ? events.filter {
                    !receipt.deliveredEvents.contains($0.sequence) && !receipt.refusedEvents.contains($0.sequence)
                } : []
        )
    }

    package var isEmpty: Bool {
        registrations.isEmpty && states.isEmpty && events.isEmpty && history?.items.isEmpty ?? true
    }
}
