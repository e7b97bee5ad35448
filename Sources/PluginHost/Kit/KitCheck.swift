/// One thing that a plugin must do.
struct KitCheck: Sendable {
    /// As a person reads it in the score.
    let name: String
    /// What was left out of it, or is worth a look, if anything.
    let run: @Sendable () async throws(KitMiss) -> String?

    init(_ name: String, _ run: @escaping @Sendable () async throws(KitMiss) -> Void) {
        self.name = name
        self.run = { () async throws(KitMiss) in
            try await run()
            return nil
        }
    }

    init(_ name: String, noting run: @escaping @Sendable () async throws(KitMiss) -> String?) {
        self.name = name
        self.run = run
    }
}
