import SensorSDK
import Shared
import Testing

@testable import PluginHost

/// What Nagios checks print, in the ways that no recorded case shows.
@Suite struct NagiosAdapterTests {
    @Test("lines may end in CR LF: the long text stays here, and its values are values", arguments: ["\n", "\r\n"])
    func lineEnds(_ end: String) async throws {
        var bench = try AdapterBench("nagios")
        let lines = ["LOAD fine | a=1", "root  /usr/bin/secret --password x=7", "more | b=2", "c=3"]
        try await bench.turn(lines.map { $0 + end }.joined())
        #expect(bench.items.first?.attributes["text"] == .text("LOAD fine"))
        #expect(bench.items.dropFirst(2).map(\.name) == ["a", "b", "c"])
        #expect(bench.items.dropFirst(2).map(\.outcome) == [1, 2, 3].map { .value(.integer($0)) })
        #expect(bench.refusals.isEmpty)
    }

    @Test("bars, blanks, quotes and equals signs count whatever accent follows them")
    func accents() async throws {
        var bench = try AdapterBench("nagios")
        try await bench.turn("OK |\u{301}a=1 '\u{301}b\u{308}'=2 c=\u{301}3\n")
        #expect(bench.items.dropFirst(2).map(\.name) == ["\u{301}a", "\u{301}b\u{308}", "c"])
        #expect(bench.items.last?.outcome == .unavailable(.malformed))
    }

    @Test("a value that is no number is said with its place, as is what stands in a pair's place")
    func refusals() async throws {
        var bench = try AdapterBench("nagios")
        try await bench.turn("OK | time=0,012s;; x=1 y= up\nlong | z=1.2.3\n")
        #expect(bench.outcomes["perf.time"] == .unavailable(.malformed))
        #expect(bench.outcomes["perf.x"] == .value(.integer(1)))
        #expect(
            bench.refusals == [
                "line 1, column 6: 'time' has no number", "line 1, column 24: no 'label=value'",
                "line 1, column 27: no 'label=value'", "line 2, column 8: 'z' has no number",
            ]
        )
    }

    @Test("of a line that is too long the whole values before its limit are used, and it is said")
    func longLine() async throws {
        var bench = try AdapterBench("nagios")
        let padding = String(repeating: "p", count: 65536 - "OK | a=1 b=".utf8.count - 1)
        try await bench.turn("OK | a=1 \(padding) b=12\nlong | c=3\n")
        #expect(bench.outcomes["perf.a"] == .value(.integer(1)))
        #expect(bench.outcomes["perf.b"] == nil)
        #expect(bench.outcomes["perf.c"] == .value(.integer(3)))
        #expect(bench.refusals.contains("line 1, column 65537: longer than 65536 bytes; the rest is left out"))
    }

    @Test(
        "units are translated where Home Assistant has one",
        arguments: [
            ("5ns", 0.005, "μs", DeviceClass.duration), ("5GB/s", 5, "GB/s", .dataRate),
            ("5KiB/s", 5, "KiB/s", .dataRate), ("5MiB/s", 5, "MiB/s", .dataRate), ("5GiB/s", 5, "GiB/s", .dataRate),
            ("5TB/s", 5, "TB/s", nil), ("5C", 5, "°C", .temperature), ("5m", 5, "m", nil),
        ] as [(String, Double, String, DeviceClass?)]
    )
    func units(_ value: String, _ number: Double, _ unit: String, _ deviceClass: DeviceClass?) async throws {
        var bench = try AdapterBench("nagios")
        try await bench.turn("OK | a=\(value)\n")
        let sensor = try #require(try bench.sensors.last)
        #expect(sensor.unit?.rawValue == unit)
        #expect(sensor.deviceClass == deviceClass)
        guard case .value(let found)? = bench.items.last?.outcome else {
            Issue.record("no value: \(bench.items)")
            return
        }
        #expect(abs(found.double - number) < 1e-12)
    }

    @Test("what says that a value is not known now does not forget its unit")
    func unknown() async throws {
        var bench = try AdapterBench("nagios")
        try await bench.turn("OK | a=5ms\n")
        try await bench.turn("OK | a=U\n")
        #expect(bench.outcomes["perf.a"] == .unavailable(.noData))
        #expect(try bench.sensors.last?.unit?.rawValue == "ms")
    }
}
