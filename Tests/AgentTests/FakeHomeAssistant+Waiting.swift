import FakeHomeAssistant

extension FakeHomeAssistant {
    /// Waits until what the server knows is as the test wants it; looks after each request. One waiter at a time.
    func until(_ isMet: (FakeHomeAssistant) -> Bool) async {
        if isMet(self) { return }
        for await _ in wire where isMet(self) { return }
    }

    /// The state that the server shows for a sensor.
    func state(of id: String) -> String? {
        entities().first { $0.uniqueID == id }?.state
    }
}
