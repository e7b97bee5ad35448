/// What goes to one server in one go.
package struct Batch: Sendable, Hashable {
    package var registrations: [RegistrationOrder]
    package var states: [StateItem]
    /// In order of their sequence.
    package var events: [EventItem]

    package init(
        registrations: [RegistrationOrder] = [],
        states: [StateItem] = [],
        events: [EventItem] = []
    ) {
        self.registrations = registrations
        self.states = states
        self.events = events
    }

    package var isEmpty: Bool {
        registrations.isEmpty && states.isEmpty && events.isEmpty
    }
}
