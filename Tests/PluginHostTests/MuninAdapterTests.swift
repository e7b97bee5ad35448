import SensorSDK
import Shared
import Testing

@testable import PluginHost

/// What munin plugins print, in the ways that no recorded case shows.
@Suite struct MuninAdapterTests {
    private static let one = "graph_title T\na.label A\n"

    @Test(
        "a number is the whole value, or it is none",
        arguments: [
            ("a.value 12 34", nil), ("a.value 0x10", nil), ("a.value 1.2.3", nil), ("a.value 3:45", nil),
            ("a.value 1796041998:4:5", nil), ("a.value x:45", nil), ("a.value ", nil), ("a.value 1796041998:45", 45),
            ("a.value\t5", 5), ("  a.value  5 \t", 5), ("a.value 39e-6\r", 39e-6),
        ] as [(String, Double?)]
    )
    func wholeNumbers(_ line: String, _ number: Double?) async throws {
        var bench = try AdapterBench("munin")
        try await bench.turn("\(line)\n", config: Self.one)
        guard let number else {
            #expect(bench.outcomes == ["x.a": .unavailable(.malformed)])
            let column = line.hasSuffix(" ") ? 8 : 9
            #expect(bench.refusals == ["'fetch', line 1, column \(column): 'a' has no number"])
            return
        }
        guard case .value(let value)? = bench.outcomes["x.a"] else {
            Issue.record("\(bench.outcomes)")
            return
        }
        #expect(value.double == number)
        #expect(bench.refusals.isEmpty)
    }

    @Test("tabs separate, and blanks behind the name of a graph are not part of it")
    func blanks() async throws {
        var bench = try AdapterBench("munin")
        try await bench.turn(
            "multigraph\tg\na.value 5\n",
            config: "multigraph g \ngraph_title\tT\na.label\tA\na.min\t0\r\n"
        )
        #expect(bench.outcomes == ["g.a": .value(.integer(5))])
        #expect(bench.items.map(\.name) == ["T: A"])
    }

    @Test("what is no munin is said with its call and place, and a field that nobody described, too")
    func refusals() async throws {
        var bench = try AdapterBench("munin")
        try await bench.turn(
            "# a comment\nUse of uninitialized value\na.value 1\nb.value 2\n",
            config: "sh: 1: not found\n\n\(Self.one)file.txt is missing\na.min 0x10\nc.label C\nc.type GUAGE\n"
        )
        #expect(bench.outcomes == ["x.a": .value(.integer(1))])
        #expect(
            bench.refusals == [
                "'config', line 1, column 1: neither 'field.attribute …' nor a setting",
                "'config', the min of a is no number, so it has none",
                "'config', c is not offered: its type is GUAGE",
                "'fetch', line 2, column 1: neither 'field.attribute …' nor a setting",
                "'fetch', line 4, column 1: 'config' has no such field",
            ]
        )
    }

    @Test("a million bad lines are told as a few")
    func manyRefusals() async throws {
        var bench = try AdapterBench("munin")
        try await bench.turn(String(repeating: "?\n", count: 10_000) + "a.value 1\n", config: Self.one)
        #expect(bench.outcomes == ["x.a": .value(.integer(1))])
        #expect(bench.refusals.count == 51)
        #expect(bench.refusals.last == "'fetch', and 9950 more")
    }

    @Test("a line that is too long costs itself, and it is said")
    func longLine() async throws {
        var bench = try AdapterBench("munin")
        let long = "a.value " + String(repeating: "1", count: 65536)
        try await bench.turn("\(long)\nb.value 2\n", config: Self.one + "b.label B\n")
        #expect(bench.outcomes == ["x.a": .unavailable(.noData), "x.b": .value(.integer(2))])
        #expect(bench.refusals == ["'fetch', line 1, column 65537: longer than 65536 bytes; the rest is left out"])
    }

    @Test("bounds are per second as in rrdtool, also of a graph that shows minutes")
    func bounds() async throws {
        let config = "graph_title T\ngraph_period minute\na.label A\na.type DERIVE\na.min 0\na.max 10\n"
        var bench = try AdapterBench("munin")
        try await bench.turn("a.value 100\n", config: config)
        try await bench.turn("a.value 150\n", config: config)
        #expect(bench.outcomes == ["x.a": .value(.number(300))])
        try await bench.turn("a.value 260\n", config: config)
        #expect(bench.outcomes == ["x.a": .unavailable(.implausible)])
    }

    @Test("large counters do not lose their last digits, nor do whole numbers in a formula")
    func exact() async throws {
        let config = "graph_title T\na.label A\na.type COUNTER\nb.label B\nb.cdef b,2,*,1,+\nc.label C\nc.cdef c,0,/\n"
        var bench = try AdapterBench("munin")
        try await bench.turn("a.value 9007199254740993\nb.value 4503599627370497\nc.value 1\n", config: config)
        try await bench.turn("a.value 9007199254740994\nb.value 4503599627370497\nc.value 1\n", config: config)
        #expect(bench.outcomes["x.a"] == .value(.number(0.1)))
        #expect(bench.outcomes["x.b"] == .value(.integer(9_007_199_254_740_995)))
        #expect(bench.outcomes["x.c"] == .unavailable(.noData))
    }

    @Test("a counter ran over only if it was near 2^32 or 2^64, and not faster than it can")
    func runsOver() async throws {
        let counters = ["a", "b", "c", "d"].map { "\($0).label \($0)\n\($0).type COUNTER\n" }.joined()
        let config = "graph_title T\n" + counters + "b.max 10\n"
        var bench = try AdapterBench("munin")
        let late = "a.value 4294967290\nb.value 4294967290\nc.value 18446744073709551610\nd.value 3000000000\n"
        try await bench.turn(late, config: config)
        try await bench.turn("a.value 4\nb.value 1000\nc.value 4\nd.value 4\n", config: config)
        #expect(
            bench.outcomes == [
                "x.a": .value(.number(1)), "x.b": .unavailable(.waiting), "x.c": .value(.number(1)),
                "x.d": .unavailable(.waiting),
            ]
        )
    }
}
