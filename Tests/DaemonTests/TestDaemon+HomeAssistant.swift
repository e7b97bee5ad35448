import HomeAssistant
import Live
import TestSupport

extension TestDaemon {
    /// Runs `test` beside a daemon that speaks to servers as to Home Assistants, over real HTTP and in real time.
    static func run(
        _ provider: FakeProvider,
        in folder: TemporaryFolder,
        isGoingAway: Bool = false,
        _ test: @Sendable (TestDaemon) async throws -> Void
    ) async throws {
        try await run(
            in: folder.path,
            provider: provider,
            kinds: [HomeAssistantKind()],
            http: CurlTransport(),
            isGoingAway: isGoingAway,
            isRealTime: true,
            test
        )
    }
}
