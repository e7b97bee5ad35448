import Daemon
import SensorSDK
import Shared
import TestSupport
import Testing

/// Sources that the owner names while the daemon runs.
@Suite struct NamedSourceTests {
    @Test("a source that is named is listed at once, off, and after a restart, too; others stay as they were")
    func added() async throws {
        let folder = try TemporaryFolder()
        let nas = try SensorID("test.mnt_nas.x")
        let server = FakeServer()
        try await TestDaemon.run(
            in: folder.path,
            sources: [NamingProvider.source()],
            servers: ["http://a": server]
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.root.x")
            let report = try await agent.addSource("//mnt/./nas/", to: "test")
            #expect(report.source == "/mnt/nas" && report.changed && report.sensors == [nas])
            let listed = try await agent.sensors()
            #expect(listed.map(\.id.description) == ["test.mnt_nas.x", "test.root.x"])
            #expect(listed.map { $0.servers?.first?.enabled } == [false, true])
            #expect(try await !agent.addSource("/mnt/nas", to: "test").changed)
        }
        try await TestDaemon.run(in: folder.path, sources: [NamingProvider.source()]) { agent in
            let listed = try await agent.sensors()
            #expect(listed.first { $0.id == nas }?.value == .integer(1))
        }
        #expect(!server.registrations.contains { $0.sensor.id == nas })
    }

    @Test("a sensor of a source that is taken back stays listed as not present, and its server is told so")
    func removed() async throws {
        let folder = try TemporaryFolder()
        let nas = try SensorID("test.mnt_nas.x")
        let server = FakeServer()
        try await TestDaemon.run(
            in: folder.path,
            sources: [NamingProvider.source()],
            servers: ["http://a": server]
        ) { agent in
            try await agent.add("http://a", as: "a")
            _ = try await agent.addSource("/mnt/nas", to: "test")
            try await agent.enable("test.mnt_nas.x")
            try await agent.pass { server.readings.contains { $0.outcome == .value(.integer(1)) } }
            let report = try await agent.removeSource("/mnt/nas", from: "test")
            #expect(report.sensors == [nas] && report.enabled == [nas])
            try await agent.pass { server.readings.contains { $0.outcome == .unavailable(.notPresent) } }
            let listed = try await agent.sensors()
            #expect(listed.first { $0.id == nas }?.unavailable == .notPresent)
        }
    }

    private static func forget(_ pattern: String, in agent: TestDaemon) async throws -> ForgetReport? {
        if case .forgotten(let report) = await agent.daemon.answer(.forgetSensors(patterns: [pattern])) {
            report
        } else {
            nil
        }
    }

    @Test("what is gone and off everywhere can be forgotten; what is on or there stays; what comes back is new and off")
    func forgotten() async throws {
        let folder = try TemporaryFolder()
        let nas = try SensorID("test.mnt_nas.x")
        try await TestDaemon.run(
            in: folder.path,
            sources: [NamingProvider.source()],
            servers: ["http://a": FakeServer()]
        ) { agent in
            try await agent.add("http://a", as: "a")
            _ = try await agent.addSource("/mnt/nas", to: "test")
            #expect(try await Self.forget(nas.description, in: agent) == nil, "it is there")
            try await agent.enable(nas.description)
            _ = try await agent.removeSource("/mnt/nas", from: "test")
            #expect(try await Self.forget(nas.description, in: agent) == nil, "it is on")
            let kept = try await Self.forget("test", in: agent)
            #expect(kept?.forgotten == [] && kept?.kept.map(\.reason) == [.enabled, .present])
            _ = await agent.daemon.answer(.disableSensors(patterns: [nas.description], servers: .named("a")))
            #expect(try await Self.forget("test", in: agent)?.forgotten == [nas])
            #expect(try await agent.sensors().map(\.id.description) == ["test.root.x"])
        }
        try await TestDaemon.run(in: folder.path, sources: [NamingProvider.source()]) { agent in
            #expect(try await agent.sensors().map(\.id.description) == ["test.root.x"])
            _ = try await agent.addSource("/mnt/nas", to: "test")
            let back = try await agent.sensors().first { $0.id == nas }
            #expect(back?.value == .integer(1))
            #expect(back?.servers?.contains { $0.enabled } == false)
        }
    }

    @Test("the new provider is observed in the old one's place")
    func observed() async throws {
        let folder = try TemporaryFolder()
        let observers = NamingProvider.Observers()
        try await TestDaemon.run(
            in: folder.path,
            sources: [NamingProvider.source(observers)],
            servers: ["http://a": FakeServer()]
        ) { agent in
            try await agent.add("http://a", as: "a")
            try await agent.enable("test.root.x")
            #expect(observers.sources == [[]])
            _ = try await agent.addSource("/mnt/nas", to: "test")
            #expect(observers.sources == [["/mnt/nas"]])
        }
    }

    @Test(
        "what can be no mount point, and a family that takes no sources, are refused with what to do",
        arguments: [
            ("test", "mnt/nas"), ("test", ""), ("test", "/mnt/../etc"), ("test", "/a\0b"),
            ("test", "/" + String(repeating: "a", count: 4095)), ("nothing", "/mnt/nas"), ("plain", "/mnt/nas"),
        ]
    )
    func refused(family: String, source: String) async throws {
        let folder = try TemporaryFolder()
        let plain = ProviderSource(family: "plain", deadline: .seconds(5)) { _ in FakeProvider([]) }
        try await TestDaemon.run(in: folder.path, sources: [NamingProvider.source(), plain]) { agent in
            guard case .failure(let failure) = await agent.daemon.answer(.addSource(family: family, source: source))
            else { throw TestDaemon.Unexpected(answer: .failure(ControlFailure(.success, "was taken"))) }
            #expect(failure.exitCode == .usage)
            guard case .sources(let listing) = await agent.daemon.answer(.listSources) else { return }
            #expect(listing.sources.isEmpty)
        }
    }

    @Test("of a USB device that is named with its serial number only digits are kept; it is taken back by either")
    func serialNumber() async throws {
        let folder = try TemporaryFolder()
        let source = ProviderSource(family: "test", deadline: .seconds(5), naming: .usbDevice) {
            NamingProvider(context: $0, observers: NamingProvider.Observers())
        }
        try await TestDaemon.run(in: folder.path, sources: [source]) { agent in
            let report = try await agent.addSource("usb:046D:c52b:SECRET", to: "test")
            #expect(report.source.hasPrefix("usb:046d:c52b:#") && report.source.count == 21 && report.changed)
            #expect(try await !agent.addSource(report.source, to: "test").changed)
            guard case .sources(let listing) = await agent.daemon.answer(.listSources) else { return }
            #expect(listing.sources.map(\.source) == [report.source])
            #expect(try await agent.removeSource("usb:046d:c52b:SECRET", from: "test").changed)
        }
    }

    @Test("one family takes 64 sources and no more; what was never named can't be taken back")
    func bounds() async throws {
        let folder = try TemporaryFolder()
        try await TestDaemon.run(in: folder.path, sources: [NamingProvider.source()]) { agent in
            for number in 1...64 { _ = try await agent.addSource("/mnt/\(number)", to: "test") }
            await #expect(throws: TestDaemon.Unexpected.self) { try await agent.addSource("/mnt/65", to: "test") }
            #expect(try await !agent.addSource("/mnt/64", to: "test").changed)
            await #expect(throws: TestDaemon.Unexpected.self) { try await agent.removeSource("/mnt/65", from: "test") }
        }
    }

    @Test("what was plugged in while nothing of its family was on is listed by the next 'agent sensors'")
    func listedWithoutObserver() async throws {
        let folder = try TemporaryFolder()
        let provider = FakeProvider([try PromiseTests.sensor("test.a.x")])
        try await TestDaemon.run(in: folder.path, provider: provider) { agent in
            #expect(try await agent.sensors().count == 1)
            provider.offer([try PromiseTests.sensor("test.a.x"), try PromiseTests.sensor("test.stick.x")])
            #expect(try await agent.sensors().map(\.id.thing) == ["a", "stick"])
        }
    }
}
