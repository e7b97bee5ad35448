import TestSupport

/// Waits for what another process or the kernel does, which says nothing by itself.
enum Eventually {
    /// - Parameter what: Said when it does not hold within a minute, on however busy a machine.
    static func holds(_ what: String, _ condition: () async throws -> Bool) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while try await !condition() {
            guard clock.now < deadline else { throw ChildProgram.Failure(description: "not within a minute: \(what)") }
            try await clock.sleep(for: .milliseconds(20))
        }
    }
}
