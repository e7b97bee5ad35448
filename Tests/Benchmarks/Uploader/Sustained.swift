import HomeAssistant
import Shared

/// Enqueue, seal, POST, receipt, delete: as many readings as go in a given time.
struct Sustained {
    let url: String
    let transport: CountedTransport
    let sensors: Int
    let seconds: Int

    func run() async throws {
        let machine = try await Machine(sensors: sensors, servers: 1, url: url)
        defer { machine.remove() }
        let server = machine.servers[0]
        let link = try HomeAssistantKind().link(to: server)
        // Descriptions go once, and are no part of what goes on.
        try await machine.queue(0)
        _ = try await machine.drain(server, over: link)
        let bytes = transport.bytes
        let meter = Meter()
        var readings = 0
        while meter.elapsed < Double(seconds) {
            try await machine.queue(Double(readings % 1000) / 10)
            readings += try await machine.drain(server, over: link)
        }
        let sent = transport.bytes - bytes
        UploaderBenchmark.say(
            #"{"readings":\#(readings),"seconds":\#(meter.elapsed),"cpu":\#(meter.used),"bytes":\#(sent)}"#
        )
    }
}
