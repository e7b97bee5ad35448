import Shared
import Testing

@testable import Daemon

@Suite struct BackoffTests {
    @Test(
        "pauses grow from five seconds to a quarter of an hour, each a random part of that, and begin anew after a success"
    )
    func growth() {
        var backoff = Backoff()
        let fault = LinkFault.failing(status: 500)
        let ceilings = (0..<12).map { _ in backoff.pause(after: fault, random: 0.999_999) }
        for (pause, seconds) in zip(ceilings, [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]) {
            #expect(pause <= .seconds(seconds) && pause > .seconds(seconds) - .milliseconds(10))
        }
        #expect(backoff.pause(after: fault, random: 0) == .milliseconds(500))
        backoff.reset()
        #expect(backoff.pause(after: fault, random: 0.5) == .milliseconds(2500))
    }

    @Test("what a proxy asks to wait is waited, but never longer than the longest pause")
    func retryAfter() {
        var backoff = Backoff()
        #expect(backoff.pause(after: .tooMany(retryAfter: .seconds(120)), random: 0) == .seconds(120))
        #expect(backoff.pause(after: .tooMany(retryAfter: .seconds(86400)), random: 0) == .seconds(900))
        #expect(backoff.pause(after: .tooMany(retryAfter: nil), random: 0) == .milliseconds(500))
    }
}
