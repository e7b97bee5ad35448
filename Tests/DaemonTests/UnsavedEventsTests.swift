import Daemon
import FoundationEssentials
import Glibc
import SQLite
import SensorSDK
import Shared
import TestSupport
import Testing

/// Events that happen while neither the disk nor the queue in memory takes them.
@Suite(.world(), .timeLimit(.minutes(5))) struct UnsavedEventsTests {
    @Test("events beyond the bound that nothing could take are counted as dropped, and the others arrive in order")
    func counted() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let x = try SensorID("test.a.x")
            let sensor = try PromiseTests.sensor("test.a.x")
            let server = FakeServer()
            try await TestDaemon.run(in: path, provider: FakeProvider([sensor]), servers: ["http://a": server]) {
                agent in
                try await agent.add("http://a", as: "a")
                try await agent.enable("test.a.x")
                await server.until { !$0.flatMap(\.states).isEmpty }
            }
            // As much as no queue in memory takes over.
            try Database(path: path + "/state/outbox.db").run(
                "INSERT OR REPLACE INTO history_size (server, readings, events, bytes) VALUES (1, 0, 0, 17000000)"
            )
            signal(SIGXFSZ, SIG_IGN)
            let provider = FakeProvider([sensor])
            try await TestDaemon.run(in: path, provider: provider, servers: ["http://a": server]) { agent in
                while provider.reads[x] == nil { try await Task.sleep(for: .milliseconds(1)) }
                var limit = rlimit(rlim_cur: 4096, rlim_max: rlim_t.max)
                setrlimit(__rlimit_resource_t(1), &limit)
                let happened = { (name: String) in
                    provider.notice(
                        .happened(DeviceEvent(id: name, sensor: x, action: .added, name: name, time: Current.instant))
                    )
                }
                for number in 1...1003 { happened("\(number)") }
                // Comes behind them all; nothing else is read while the clock stands still.
                provider.notice(.readAgain(nil))
                while provider.reads[x] == 1 { try await Task.sleep(for: .milliseconds(1)) }
                if case .status(let status) = await agent.daemon.answer(.status) {
                    #expect(status.problems.contains { $0.contains("nothing can be queued") })
                } else {
                    Issue.record("no status")
                }
                limit.rlim_cur = rlim_t.max
                setrlimit(__rlimit_resource_t(1), &limit)
                happened("last")
                try await agent.pass {
                    server.batches.flatMap(\.events).last?.event.name == "last"
                }
                let names = server.batches.flatMap(\.events).map(\.event.name)
                #expect(names == (5...1003).map { "\($0)" } + ["last"])
                #expect(try await agent.servers().first?.droppedEvents == 4)
            }
        }
    }
}
