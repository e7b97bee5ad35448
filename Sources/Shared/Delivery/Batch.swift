package import SensorSDK

/// What goes to one server in one go.
package struct Batch: Sendable, Hashable {
    package var registrations: [RegistrationOrder]
    package var states: [StateItem]
    /// In order of their sequence.
    package var events: [EventItem]
    /// Only for a server that keeps a history, which gets no ``states`` and no ``events``.
    package var history: History?
    /// By which id the server knows a sensor that was told to it under a former one.
    package var knownAs: [SensorID: SensorID]

    package init(
        registrations: [RegistrationOrder] = [],
        states: [StateItem] = [],
        events: [EventItem] = [],
        history: History? = nil,
        knownAs: [SensorID: SensorID] = [:]
    ) {
        self.registrations = registrations
        self.states = states
        self.events = events
        self.history = history
        self.knownAs = knownAs
    }

    /// As the server knows its sensors.
    package var asKnown: Batch { renamed(knownAs) }

    /// With other ids in place of those that are named.
    package func renamed(_ ids: [SensorID: SensorID]) -> Batch {
        if ids.isEmpty { return self }
        var batch = self
        batch.registrations = registrations.map { order in
            var order = order
            if let id = ids[order.sensor.id] {
                order.sensor = order.sensor.renamed(to: id)
                order.reading?.sensor = id
            }
            return order
        }
        for index in states.indices {
            if let id = ids[states[index].reading.sensor] { batch.states[index].reading.sensor = id }
        }
        for index in events.indices {
            if let id = ids[events[index].event.sensor] { batch.events[index].event.sensor = id }
        }
        batch.history?.items = (history?.items ?? []).map { $0.renamed(ids) }
        return batch
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
