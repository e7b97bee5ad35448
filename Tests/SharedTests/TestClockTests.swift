import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

@Suite struct TestClockTests {
    @Test("time stands still until the test moves it, on all three clocks alike")
    func moves() async {
        let clock = TestClock()
        var world = World.fake()
        world.use(clock)
        let before = world.instant
        #expect(world.instant == before)
        clock.advance(by: .milliseconds(2500))
        #expect(world.instant.boot - before.boot == .milliseconds(2500))
        #expect(world.instant.wall.timeIntervalSince(before.wall) == 2.5)
    }

    @Test("the wall clock alone can jump, in both directions")
    func wallJumps() {
        let clock = TestClock()
        let before = (clock.wall, clock.sinceBoot)
        clock.setWall(ahead: -3600)
        #expect(clock.wall.timeIntervalSince(before.0) == -3600)
        #expect(clock.sinceBoot == before.1)
    }

    @Test("who sleeps wakes when its time has come, and not before")
    func sleepers() async throws {
        let clock = TestClock()
        let (woken, continuation) = AsyncStream.makeStream(of: Int.self)
        let tasks = [30, 10, 20].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                continuation.yield(seconds)
            }
        }
        await clock.sleepers(atLeast: 3)
        var order = woken.makeAsyncIterator()
        clock.advance(by: .seconds(10))
        #expect(await order.next() == 10)
        clock.advance(by: .seconds(10))
        #expect(await order.next() == 20)
        clock.advance(by: .seconds(10))
        #expect(await order.next() == 30)
        for task in tasks { try await task.value }
    }

    @Test("a sleep whose time is over returns at once")
    func past() async throws {
        let clock = TestClock()
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)), tolerance: nil)
    }

    @Test("a cancelled sleeper wakes with the cancellation, before or during its sleep")
    func cancelled() async {
        let clock = TestClock()
        let during = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(atLeast: 1)
        during.cancel()
        await #expect(throws: CancellationError.self) { try await during.value }

        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await before.value }
    }
}
