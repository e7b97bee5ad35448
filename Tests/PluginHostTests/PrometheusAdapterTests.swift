import SensorSDK
import Shared
import Testing

@testable import PluginHost

/// Text files of Prometheus, in the ways that no recorded case shows.
@Suite struct PrometheusAdapterTests {
    @Test("lines may end in CR LF")
    func lineEnds() async throws {
        var bench = try AdapterBench("prometheus")
        try await bench.turn("# TYPE a counter\r\na{x=\"1\"} 5\r\nb 7\r\n")
        #expect(bench.items.map(\.outcome) == [.value(.integer(5)), .value(.integer(7))])
        #expect(bench.items.first?.stateClass == .totalIncreasing)
        #expect(bench.refusals.isEmpty)
    }

    @Test("a label's value may begin and end with an accent")
    func accents() async throws {
        var bench = try AdapterBench("prometheus")
        try await bench.turn("a{x=\"\u{301}e\",y=\"\\\"\u{301}\"} 5\n")
        #expect(bench.items.map(\.origin) == [.prometheus(metric: "a", labels: ["x": "\u{301}e", "y": "\"\u{301}"])])
    }

    @Test("a backslash in a label's value escapes itself, a quote and n, and is itself elsewhere")
    func backslashes() async throws {
        var bench = try AdapterBench("prometheus")
        try await bench.turn(#"a{x="C:\temp \\ \" \n"} 5"# + "\n")
        #expect(bench.items.map(\.origin) == [.prometheus(metric: "a", labels: ["x": "C:\\temp \\ \" \n"])])
    }

    @Test("a number that is none makes its own sensor unavailable, and is said", arguments: [true, false])
    func malformed(_ wasListed: Bool) async throws {
        var bench = try AdapterBench("prometheus")
        if wasListed { try await bench.turn("x 1\ny 1\n") }
        try await bench.turn("x 0,000000e+00\ny 2\nnoise on purpose\nx: words\n")
        #expect(bench.outcomes == ["x.value": .unavailable(.malformed), "y.value": .value(.integer(2))])
        #expect(
            bench.refusals == [
                "line 1, column 3: no number", "line 3, column 7: no sample can go on so",
                "line 4, column 4: no number",
            ]
        )
    }

    @Test("a time without a date is how long, with one it is when, and what it is stays so")
    func times() async throws {
        var bench = try AdapterBench("prometheus")
        let first = """
            # TYPE c_time_seconds counter
            busy_time_seconds 12345
            boot_time_seconds 1796041998
            c_time_seconds 1796041998
            spent_time_seconds_total 5
            run_timestamp_seconds 0
            open_time_seconds NaN

            """
        try await bench.turn(first)
        func words() throws -> [String] {
            try bench.sensors.map { "\($0.deviceClass?.rawValue ?? "none") \($0.unit?.rawValue ?? "")" }
        }
        let kinds = ["duration s", "timestamp ", "duration s", "duration s", "timestamp "]
        #expect(try words() == kinds + ["none "])
        #expect(bench.items[0].outcome == .value(.integer(12345)))
        #expect(bench.items[4].outcome == .unavailable(.implausible))
        try await bench.turn("busy_time_seconds 1796041998\nboot_time_seconds 7\nopen_time_seconds 3\n")
        #expect(try words() == kinds + ["duration s"])
        #expect(bench.items[0].outcome == .value(.integer(1_796_041_998)))
        #expect(bench.items[1].outcome == .unavailable(.implausible))
    }

    @Test("serial numbers and the like are in no name, id or complaint, and two of them are still told apart")
    func secrets() async throws {
        var bench = try AdapterBench("prometheus")
        try await bench.turn("t{disk=\"sda\",Serial_number=\"S4EVNX\"} 1\nt{disk=\"sda\",Serial_number=\"WDC77\"} 2\n")
        let told = try bench.sensors.map { "\($0.id) \($0.name)" } + bench.refusals
        #expect(!told.contains { $0.lowercased().contains("s4evnx") || $0.lowercased().contains("wdc77") })
        #expect(Set(bench.items.map(\.name)).count == 2)
        #expect(bench.items.allSatisfy { $0.name.contains("disk=sda") })
    }

    @Test("a name comes from HELP and the labels, unless other metrics have the same HELP")
    func names() async throws {
        var bench = try AdapterBench("prometheus")
        let text = """
            # HELP a Pending updates\\nby origin.
            # HELP a Another text
            a{origin="x"} 1
            # HELP b metric
            b 1
            # HELP c metric
            c 1
            d 1
            # HELP e How long.
            # TYPE e summary
            e_sum 1
            e_count 1

            """
        try await bench.turn(text)
        #expect(
            bench.items.map(\.name) == [
                "Pending updates by origin origin=x", "b", "c", "d", "How long (sum)", "How long (count)",
            ]
        )
    }

    @Test("what only carries labels is no sensor, but a number by that name is one, and stays it")
    func info() async throws {
        var bench = try AdapterBench("prometheus")
        try await bench.turn("a_info{v=\"1\"} 1\nb_info 3\n")
        #expect(bench.outcomes == ["b_info.value": .value(.integer(3))])
        try await bench.turn("a_info{v=\"1\"} 1\nb_info 1\n")
        #expect(bench.outcomes == ["b_info.value": .value(.integer(1))])
    }

    @Test("a comment about no metric is said, and the rest is read")
    func comments() async throws {
        var bench = try AdapterBench("prometheus")
        try await bench.turn("# TYPE a/b gauge\n# TYPE c\n# anything\n#\n# UNIT x seconds\nc 1\n")
        #expect(bench.outcomes == ["c.value": .value(.integer(1))])
        #expect(bench.refusals == ["line 1, column 8: no TYPE of a metric", "line 2, column 8: no TYPE of a metric"])
    }

    @Test("a line that is too long costs itself, and it is said")
    func longLine() async throws {
        var bench = try AdapterBench("prometheus")
        let long = String(repeating: "v", count: 65536)
        try await bench.turn("a{x=\"\(long)\"} 1\nb 2\n")
        #expect(bench.outcomes == ["b.value": .value(.integer(2))])
        #expect(bench.refusals == ["line 1, column 65537: longer than 65536 bytes; the rest is left out"])
    }
}
