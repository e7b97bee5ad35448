import FoundationEssentials
import Sealing
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PluginHost

/// Recorded outputs of plugins that exist, each with what must come of it.
@Suite struct PluginFixtureTests {
    @Test("there are cases of each format, or of some in another set")
    func allThere() {
        let kinds = Set(PluginFixture.all.map(\.kind))
        #expect(kinds.isSubset(of: ["nagios", "munin", "influx", "prometheus"]) && !kinds.isEmpty)
        #expect(kinds.count == 4 || PluginFixture.isOtherSet)
    }

    @Test("what a foreign plugin printed becomes the right sensors", arguments: PluginFixture.all)
    func walk(_ fixture: PluginFixture) async throws {
        if let problem = fixture.problem { throw problem }
        let clock = TestClock()
        let log = RecordedLog()
        try await inWorld({ world in
            world.use(clock)
            world.log = log
        }) {
            let snapshots = try await play(fixture, clock)
            for expectation in fixture.expect {
                check(expectation, snapshots[expectation.call ?? fixture.calls.count] ?? [], fixture)
            }
            try checkWhole(fixture, snapshots)
        }
    }

    private static let context = ProviderContext(salt: Array(repeating: 3, count: 16), sha256: Digest.sha256)

    // MARK: Playing

    /// What is known after each call, by its number from 1.
    private func play(_ fixture: PluginFixture, _ clock: TestClock) async throws -> [Int: [ForeignItem]] {
        var session = ForeignSession(try #require(DropIn.adapter(fixture.kind, name: "x")))
        let next = Mutex(0)
        var snapshots: [Int: [ForeignItem]] = [:]
        let start = clock.sinceBoot
        while next.withLock({ $0 }) < fixture.calls.count {
            let before = next.withLock { $0 }
            let first = fixture.calls[before]
            // What was late or ended badly is asked again only after a while.
            if before > 0 { advance(clock, to: first.t.map { start + .milliseconds(Int64($0 * 1000)) }) }
            let isListing = before == 0 || ["autoconf", "config"].contains(first.mode)
            _ = await session.turn(isListing: isListing, context: Self.context) { call in
                // A case without that call leaves it undecided.
                let recorded = next.withLock { next -> PluginFixture.Call? in
                    guard next < fixture.calls.count, fixture.calls[next].mode == call.mode.rawValue else { return nil }
                    defer { next += 1 }
                    return fixture.calls[next]
                }
                guard let recorded else { return ForeignOutput(end: .exited(0), output: Array("yes\n".utf8)) }
                if let time = recorded.t { advance(clock, to: start + .milliseconds(Int64(time * 1000))) }
                return Self.output(recorded, fixture)
            }
            let after = next.withLock { $0 }
            if before > 0, let most = fixture.max_calls_per_poll {
                #expect(after - before <= most, "\(fixture.id): calls")
            }
            guard after > before else {
                // An adapter that does not make a call any more, since an earlier one decided.
                snapshots[fixture.calls.count] = session.items
                break
            }
            snapshots[after] = session.items
        }
        return snapshots
    }

    /// - Parameter time: Since boot; `nil` after the longest pause that the host makes.
    private func advance(_ clock: TestClock, to time: Duration?) {
        clock.advance(by: max(.zero, time.map { $0 - clock.sinceBoot } ?? .seconds(300)))
    }

    private static func output(_ call: PluginFixture.Call, _ fixture: PluginFixture) -> ForeignOutput {
        var output = ForeignOutput()
        output.isLate = call.timed_out == true
        output.end = call.exit.map(ChildEnd.exited) ?? (call.mode == "file" ? nil : .killed(signal: 9))
        // A file that a case names is there: the case is broken otherwise, and its expectations say so.
        let bytes = (try? fixture.bytes(call.stdout)) ?? []
        output.take(Array(bytes.prefix(ForeignRunner.mostOutput)), of: bytes.count)
        let errors = (try? fixture.bytes(call.stderr)) ?? []
        output.lastError = String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map(String.init)
        return output
    }

    // MARK: Checking

    private func check(_ expectation: PluginFixture.Expectation, _ items: [ForeignItem], _ fixture: PluginFixture) {
        var found = items.filter { matches($0.origin, expectation) }
        // Of several that of the very words.
        if found.count > 1 { found = found.filter { matches($0.origin, expectation, isExact: true) } }
        let what = "\(fixture.id): \(expectation)"
        guard found.count <= 1 else {
            Issue.record("\(what): \(found.count) sensors instead of one")
            return
        }
        if found.isEmpty, expectation.optional == true { return }
        let answers = [expectation.answer] + (expectation.accept ?? [])
        guard let item = found.first else {
            #expect(answers.contains { $0.not_listed == true }, "\(what): is not listed")
            return
        }
        do {
            let sensor = try item.sensor(family: "plugin_x", device: "X", interval: .seconds(60))
            let isRight = answers.contains { answer in
                answer.not_listed != true && fits(item, sensor, answer, expectation)
            }
            #expect(isRight, "\(what): is \(item.outcome) \(sensor.unit?.rawValue ?? "")")
            guard case .value(let value) = item.outcome else { return }
            #expect(sensor.takes(value), "\(what): \(value) can't be its value")
            if let kind = expectation.kind { #expect(sensor.kind.rawValue == kind, "\(what)") }
            if let word = expectation.device_class { #expect(sensor.deviceClass?.rawValue == word, "\(what)") }
            if let word = expectation.state_class { #expect(sensor.stateClass?.rawValue == word, "\(what)") }
            if let part = expectation.name_contains { #expect(sensor.name.contains(part), "\(what): \(sensor.name)") }
            for (name, text) in expectation.attributes ?? [:] {
                #expect(item.attributes[name] == .text(text), "\(what): \(name)")
            }
            #expect(Set(item.attributes.keys).isSubset(of: Set(sensor.attributes)))
        } catch {
            Issue.record("\(what): \(error)")
        }
    }

    /// - Parameter isExact: Whether what the case does not say has to be missing, rather than not to tell.
    private func matches(_ origin: ForeignOrigin, _ wanted: PluginFixture.Expectation, isExact: Bool = false) -> Bool {
        switch origin {
        case .nagios(let label): label == wanted.label
        case .munin(let graph, let field):
            field == wanted.label && (!isExact && wanted.graph == nil || wanted.graph ?? "" == graph)
        case .influx(let measurement, let tags, let field):
            measurement == wanted.measurement && field == wanted.field
                && (!isExact && wanted.tags == nil || tags == wanted.tags ?? [:])
        case .prometheus(let metric, let labels):
            // A case names the labels that it needs to tell series apart.
            metric == wanted.metric
                && (isExact
                    ? labels == wanted.labels ?? [:]
                    : (wanted.labels ?? [:]).allSatisfy { labels[$0.key] == $0.value })
        }
    }

    private func fits(
        _ item: ForeignItem,
        _ sensor: Sensor,
        _ answer: PluginFixture.Answer,
        _ expectation: PluginFixture.Expectation
    ) -> Bool {
        switch (item.outcome, answer.state) {
        case (.unavailable(let reason), nil): return answer.unavailable?.contains(reason.rawValue) == true
        case (.unavailable, _?), (.value, nil): return false
        case (.value(let value), let state?):
            if let unit = answer.unit, sensor.unit?.rawValue != unit { return false }
            let tolerance = answer.tolerance ?? expectation.answer.tolerance ?? 0
            switch (value, state) {
            case (.number(let number), .number(let wanted)): return abs(number - wanted) <= tolerance
            case (.integer(let number), .number(let wanted)): return abs(Double(number) - wanted) <= tolerance
            case (.flag(let flag), .flag(let wanted)): return flag == wanted
            case (.text(let text), .text(let wanted)): return text == wanted
            case (.time(let time), .text(let wanted)):
                // A text that is no time does not fit.
                guard let date = try? Date(wanted, strategy: .iso8601) else { return false }
                return abs(time.timeIntervalSince(date)) <= (expectation.tolerance_s ?? 0)
            default: return false
            }
        }
    }

    private func checkWhole(_ fixture: PluginFixture, _ snapshots: [Int: [ForeignItem]]) throws {
        let pattern = try fixture.id_pattern.map { try Regex($0) }
        if fixture.same_id_across_calls == true {
            let ids = Dictionary(grouping: snapshots.values.joined(), by: \.origin).mapValues { items in
                Set(items.map { "\($0.thing).\($0.reading)" })
            }
            #expect(ids.values.allSatisfy { $0.count == 1 }, "\(fixture.id): an id has changed: \(ids)")
            // What was there once is there to the end.
            #expect(Set(ids.keys) == Set(snapshots.max { $0.key < $1.key }?.value.map(\.origin) ?? []))
        }
        for items in snapshots.values {
            let ids = items.map { "\($0.thing).\($0.reading)" }
            #expect(Set(ids).count == ids.count, "\(fixture.id): two sensors have one id")
            if fixture.distinct_names == true {
                #expect(Set(items.map(\.name)).count == items.count, "\(fixture.id): two sensors have one name")
            }
            for text in fixture.id_must_not_contain ?? [] { #expect(!ids.contains { $0.contains(text) }) }
            for id in ids {
                #expect((try? SensorID("plugin_x.\(id)")) != nil, "\(fixture.id): \(id) is no id")
                if let pattern {
                    // Of the whole id, or of what the adapter makes of it.
                    #expect([id, "plugin_x.\(id)"].contains { $0.contains(pattern) }, "\(fixture.id): \(id)")
                }
            }
            for name in fixture.exactly_one_per ?? [] {
                #expect(items.count { Self.names(of: $0.origin).contains(name) } == 1, "\(fixture.id): \(name)")
            }
            let told: [String] = items.flatMap { Self.texts(of: $0) }
            for text in fixture.text_must_not_contain ?? [] {
                #expect(!told.contains { $0.contains(text) }, "\(fixture.id): \(text) is told")
            }
            if let most = fixture.max_sensors { #expect(items.count <= most) }
        }
        for (name, value) in fixture.env_must ?? [:] {
            #expect(DropIn.environment(of: fixture.kind)[name] == value)
        }
    }

    /// What a case may call a sensor.
    private static func names(of origin: ForeignOrigin) -> [String] {
        switch origin {
        case .nagios(let label): [label]
        case .munin(let graph, let field): [field, "\(graph)/\(field)"]
        case .influx(let measurement, _, let field): [field, "\(measurement)/\(field)"]
        case .prometheus(let metric, _): [metric]
        }
    }

    /// All texts that a server would learn.
    private static func texts(of item: ForeignItem) -> [String] {
        let values = Array(item.attributes.values) + (item.outcome.value.map { [$0] } ?? [])
        return [item.name] + values.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}

extension Reading.Outcome {
    fileprivate var value: SensorValue? {
        if case .value(let value) = self { value } else { nil }
    }
}
