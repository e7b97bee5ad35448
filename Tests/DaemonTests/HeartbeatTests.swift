import Testing

@testable import Daemon

@Suite struct HeartbeatTests {
    @Test("without a watchdog there is no beat, and no pause is cut short")
    func unwatched() {
        let heartbeat = Heartbeat(watchdogInterval: nil)
        #expect(!heartbeat.isDue(at: .seconds(100)))
        #expect(heartbeat.shortened(nil, at: .seconds(100)) == nil)
        #expect(heartbeat.shortened(.seconds(1000), at: .seconds(100)) == .seconds(1000))
    }

    @Test("a watchdog of five minutes is fed every two minutes while nothing else wakes the process")
    func idle() {
        var heartbeat = Heartbeat(watchdogInterval: .seconds(300))
        #expect(heartbeat.isDue(at: .seconds(100)))
        heartbeat.last = .seconds(100)
        #expect(heartbeat.shortened(nil, at: .seconds(100)) == .seconds(120))
        #expect(heartbeat.isDue(at: .seconds(220)))
    }

    @Test("where work wakes the process anyway, it is fed then, and at most once a minute")
    func busy() {
        var heartbeat = Heartbeat(watchdogInterval: .seconds(300))
        heartbeat.last = .seconds(100)
        #expect(!heartbeat.isDue(at: .seconds(110)))
        #expect(heartbeat.shortened(.seconds(10), at: .seconds(110)) == .seconds(10))
        #expect(heartbeat.isDue(at: .seconds(160)))
    }

    @Test("a beat that is late is due at once")
    func late() {
        var heartbeat = Heartbeat(watchdogInterval: .seconds(300))
        heartbeat.last = .seconds(100)
        #expect(heartbeat.shortened(nil, at: .seconds(500)) == .milliseconds(1))
    }
}
