import Daemon
import FoundationEssentials
import Glibc
import HomeAssistant
import Sealing
import SensorSDK
import Shared
import Store

/// From a device event to its receipt, through the whole daemon.
struct Latency {
    let url: String
    let events: Int

    func run() async throws {
        let machine = try await Machine(sensors: 0, servers: 1, url: url)
        defer { machine.remove() }
        await machine.store.close()
        let provider = try BellProvider()
        let daemon = try await Daemon(
            Configuration(
                stateDirectory: machine.folder,
                socketPath: machine.folder + "/control.sock",
                sources: [ProviderSource(family: "bench", deadline: .seconds(10)) { _ in provider }],
                serverKinds: [HomeAssistantKind()],
                sha256: Digest.sha256,
                version: "0"
            )
        )
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await daemon.run(onReady: { isReady.finish() }) }
            for await _ in ready {}
            _ = await daemon.answer(.enableSensors(patterns: [BellProvider.bell], servers: .onlyOne))
            try await untilNothingWaits(daemon)
            var times: [Double] = []
            for number in 0..<events {
                let meter = Meter()
                provider.ring(number)
                try await untilNothingWaits(daemon, atLeastOnce: true)
                times.append(meter.elapsed)
            }
            times.sort()
            UploaderBenchmark.say(
                #"{"events":\#(events),"median":\#(times[times.count / 2]),"p99":\#(times[times.count * 99 / 100])}"#
            )
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func untilNothingWaits(_ daemon: Daemon, atLeastOnce: Bool = false) async throws {
        var hasWaited = !atLeastOnce
        while true {
            guard case .servers(let listing) = await daemon.answer(.listServers) else { return }
            let waiting = listing.servers.contains {
                $0.waitingEvents + $0.waitingStates + $0.waitingRegistrations > 0 || $0.state != .ok
            }
            if waiting { hasWaited = true } else if hasWaited { return }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
