import SensorSDK
import Shared
import Testing

@testable import PluginHost

/// Line protocol, in the ways that no recorded case shows.
@Suite struct InfluxAdapterTests {
    @Test("numbers have no plus, in none of their types", arguments: ["+5", "+5i", "+5u"])
    func plus(_ value: String) async throws {
        var bench = try AdapterBench("influx")
        try await bench.turn("m v=\(value)\nm w=1i\n")
        #expect(bench.outcomes == ["m.v": .unavailable(.malformed), "m.w": .value(.integer(1))])
        #expect(bench.refusals == ["line 1, column 5: no record can go on so"])
    }

    @Test(
        "a record that is refused makes what it is about unavailable, and nothing else",
        arguments: ["m a=2i,b=0,5", "m a=2i,b=2.3.4", "m a=2i,b=3i 1.5", "m b=5x,a=2i"]
    )
    func refusedRecord(_ record: String) async throws {
        var bench = try AdapterBench("influx")
        try await bench.turn("m a=1i,b=2i\nn c=3i\n")
        try await bench.turn("\(record)\nn c=4i\nsome noise=here\n")
        #expect(bench.outcomes["m.b"] == .unavailable(.malformed))
        #expect(bench.outcomes["n.c"] == .value(.integer(4)))
        // What comes behind the place where it went wrong was not read.
        #expect(bench.outcomes["m.a"] == .unavailable(record.hasSuffix("a=2i") ? .noData : .malformed))
        #expect(bench.items.count == 3)
        #expect(try bench.sensors.allSatisfy { $0.stateClass == .measurement })
    }

    @Test("a good record counts more than a refused one about the same, whichever comes first")
    func goodCounts() async throws {
        for output in ["m a=1x\nm a=2i\n", "m a=2i\nm a=1x\n", "m a=2i 5\nm a=1x\n"] {
            var bench = try AdapterBench("influx")
            try await bench.turn(output)
            #expect(bench.outcomes == ["m.a": .value(.integer(2))])
        }
    }

    @Test("a line of more than 256 KiB costs itself, and it is said")
    func longLine() async throws {
        var bench = try AdapterBench("influx")
        let long = String(repeating: "x", count: 262_144)
        try await bench.turn("m a=\"\(long)\"\nm b=1i\nm c=\"\(long.dropLast(20))\"\n")
        #expect(bench.outcomes["m.a"] == nil)
        #expect(bench.outcomes["m.b"] == .value(.integer(1)))
        #expect(bench.outcomes["m.c"] != nil)
        #expect(bench.refusals == ["line 1, column 262145: longer than 262144 bytes; it is left out"])
    }

    @Test("serial numbers are in no name, and a text that is one is enabled only by its whole id")
    func secrets() async throws {
        var bench = try AdapterBench("influx")
        try await bench.turn("disk,serial_no=S4EVNX,bay=2 temp_c=30,serial=\"S4EVNX\"\n")
        let sensors = try bench.sensors
        #expect(!sensors.contains { "\($0.id) \($0.name)".lowercased().contains("s4evnx") })
        #expect(sensors.map(\.sensitivity) == [.plain, .identity])
    }
}
