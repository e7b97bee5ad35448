import SensorSDK
import Shared
import Testing

@testable import PluginHost

/// What becomes of a foreign plugin over many readings.
@Suite struct ForeignSessionTests {
    @Test("one that fails again and again is run less often, says all the time why, and comes back by itself")
    func backoff() async throws {
        var bench = try AdapterBench("nagios")
        try await bench.turn("OK | a=1\n")
        var runs: [Int] = []
        for time in 1...100 {
            let before = bench.calls
            try await bench.turn("", status: 126)
            if bench.calls > before { runs.append(time) }
            #expect(bench.outcomes["perf.a"] == .unavailable(.fault))
            #expect(bench.outcomes["check.problem"] == .unavailable(.fault))
        }
        // Each stands for 10 s: after 1, 2, 4 and 8 s it is due anyway, then after 16, 32, 64 … s.
        #expect(runs == [1, 2, 3, 4, 5, 7, 11, 18, 31, 57, 87])
        try await bench.turn("OK | a=2\n", after: 300)
        #expect(bench.outcomes["perf.a"] == .value(.integer(2)))
        try await bench.turn("OK | a=3\n")
        #expect(bench.outcomes["perf.a"] == .value(.integer(3)))
    }

    @Test("a check that says that it does not know has not failed, nor has a munin plugin that can't work here")
    func notFailed() async throws {
        for (kind, output, status) in [("nagios", "UNKNOWN - no answer\n", Int32(3)), ("munin", "a.value U\n", 0)] {
            var bench = try AdapterBench(kind)
            for _ in 1...10 { try await bench.turn(output, config: "a.label A\n", status: status) }
            // munin is asked for its use and its description, too.
            #expect(bench.calls == (kind == "munin" ? 12 : 10))
        }
    }
}
