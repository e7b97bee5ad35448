import Testing

@testable import Live

@Suite struct OwnUnitTests {
    @Test(
        "only a job that starts the unit again means that the agent stays",
        arguments: [
            ("restart", true), ("try-restart", true), ("start", true), ("stop", false), ("reload", false), (nil, false),
        ] as [(String?, Bool)]
    )
    func jobs(type: String?, stays: Bool) {
        #expect(OwnUnit.stays(for: type) == stays)
    }

    @Test("a process that is no unit's main process goes away when it is ended")
    func noUnit() async {
        #expect(await OwnUnit.isGoingAway())
    }
}
