import Glibc
import Live
import Shared

/// What `Tests/Benchmarks/uploader.py` runs: a server, or a part of the way of a reading, with one line of JSON as the result.
@main struct UploaderBenchmark {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let mode = words.first else { return usage() }
        var world = World.live(log: SilentLog())
        let transport = CountedTransport(world.http)
        world.http = transport
        World.bootstrap(world)
        switch (mode, words.count) {
        case ("serve", 1): try await BenchmarkServer().serve()
        case ("sustained", 4):
            let (sensors, seconds) = (number(words[2]), number(words[3]))
            try await Sustained(url: words[1], transport: transport, sensors: sensors, seconds: seconds).run()
        case ("catchup", 2): try await CatchUp(url: words[1]).run()
        case ("latency", 3): try await Latency(url: words[1], events: number(words[2])).run()
        default: usage()
        }
    }

    static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

    private static func number(_ text: String) -> Int { Int(text) ?? 0 }

    private static func usage() {
        write(
            "usage: uploader-benchmark serve | sustained URL SENSORS SECONDS | catchup URL | latency URL EVENTS",
            to: STDERR_FILENO
        )
        exit(64)
    }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        // Whoever does not read it any more has no use for it.
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
