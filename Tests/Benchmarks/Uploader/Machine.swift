import FoundationEssentials
import Glibc
import HomeAssistant
import SensorSDK
import Shared
import Store

/// A store in a folder of its own with servers that have sensors enabled, all at one URL.
struct Machine {
    let folder: String
    let store: Store
    let sensors: [Sensor]
    private(set) var servers: [ServerRecord] = []

    init(sensors count: Int, servers: Int, url: String) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "uploader-\(getpid())").path
        store = try Store(directory: folder)
        sensors = try (0..<count).map { number in
            try Sensor(
                id: SensorID("bench.thing\(number).value"),
                device: "Thing \(number)",
                name: "Thing \(number) value",
                deviceClass: .temperature,
                unit: .celsius,
                stateClass: .measurement
            )
        }
        try await store.remember(sensors)
        for number in 0..<servers {
            let credentials = """
                {"allows_plain_http":false,"base_url":"\(url)","key":"\(BenchmarkServer.key.exposed)",\
                "webhook_id":"\(BenchmarkServer.webhookID)"}
                """
            let server = try await store.add(
                Registration(credentials: Secret(credentials), url: url, version: "2024.3.3", homeName: nil),
                name: "server\(number)",
                kind: "homeassistant",
                deviceName: "bench",
                deviceID: String(repeating: "0", count: 32)
            )
            try await store.enable(sensors, on: server.id)
            self.servers.append(server)
        }
    }

    func remove() {
        // What is left behind lies in the folder for temporary files.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// One reading of each sensor for each server.
    func queue(_ value: Double) async throws {
        let now = Current.instant
        try await store.queue(
            servers.flatMap { server in
                sensors.map {
                    QueuedState(
                        server: server.id,
                        kind: .sensor,
                        icon: nil,
                        reading: Reading($0.id, .value(.number(value)), at: now)
                    )
                }
            }
        )
    }

    /// Delivers until nothing waits for a server.
    ///
    /// - Returns: How many states were acknowledged.
    func drain(_ server: ServerRecord, over link: any ServerLink) async throws -> Int {
        var count = 0
        while true {
            let batch = try await store.batch(for: server.id, now: Current.now())
            if batch.isEmpty { return count }
            let receipt = await link.deliver(batch)
            if let fault = receipt.fault { throw Failure(reason: "\(fault)") }
            try await store.apply(receipt, to: batch, from: server.id, at: Current.instant)
            count += receipt.states.values.count { $0 == .accepted }
        }
    }

    struct Failure: Error {
        var reason: String
    }
}
