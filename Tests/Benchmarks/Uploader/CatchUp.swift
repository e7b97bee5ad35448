import HomeAssistant
import SensorSDK
import Shared
import Store

/// After a day without its servers: 50 sensors on 3 servers, each with its newest value and a thousand events.
struct CatchUp {
    let url: String

    private static let events = 1000

    func run() async throws {
        let machine = try await Machine(sensors: 50, servers: 3, url: url)
        defer { machine.remove() }
        for minute in 0..<48 { try await machine.queue(Double(minute)) }
        for number in 0..<Self.events {
            let event = DeviceEvent(
                id: Current.randomBytes(16).hexadecimal,
                sensor: machine.sensors[0].id,
                action: .added,
                name: "thing \(number)",
                time: Current.instant
            )
            try await machine.store.queue(event, for: machine.servers.map(\.id))
        }
        let meter = Meter()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for server in machine.servers {
                let link = try HomeAssistantKind().link(to: server)
                group.addTask { try await machine.drain(server, over: link) }
            }
            try await group.waitForAll()
        }
        UploaderBenchmark.say(
            #"{"states":\#(3 * 50),"events":\#(3 * Self.events),"seconds":\#(meter.elapsed),"cpu":\#(meter.used)}"#
        )
    }
}
