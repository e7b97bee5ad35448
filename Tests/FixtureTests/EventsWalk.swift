import SensorSDK
import Shared
import TestSupport

@testable import DeviceEvents

/// Plays the events of a case to the family, as udev would tell them, and compares what it tells with what is expected.
struct EventsWalk {
    private let fixture: FixtureCase
    private let input: FixtureEvents
    private let categories: [DeviceCategory]
    private let events = SteppedDeviceEvents()
    private let clock = TestClock()
    private let provider: DeviceEventsProvider

    private init(_ fixture: FixtureCase) throws {
        self.fixture = fixture
        input = try FixtureEvents(fixture)
        categories = try (fixture.categories ?? DeviceCategory.all.map(\.word)).map { word in
            guard let category = DeviceCategory.all.first(where: { $0.word == word }) else {
                throw FixtureCase.Failure(description: "\(fixture.id): nobody knows the category '\(word)'")
            }
            return category
        }
        provider = DeviceEventsProvider(categories: categories)
    }

    /// - Returns: What is not as the case wants it; empty when all is.
    static func complaints(_ fixture: FixtureCase) async throws -> [String] {
        let walk = try EventsWalk(fixture)
        let start = ContinuousClock.now
        var complaints = try await inWorld {
            $0.use(walk.clock)
            $0.deviceEvents = walk.events
            $0.randomBytes = { Array(repeating: 0xEE, count: $0) }
        } operation: {
            try await walk.run()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if let most = fixture.limits?["total_seconds"], seconds > most {
            complaints.append("took \(seconds) s of at most \(most) s")
        }
        return complaints
    }

    private func run() async throws -> [String] {
        events.set(input.enumerated)
        let changes = provider.changes()
        let told = Task {
            var told: [DeviceEvent] = []
            for await case .happened(let event) in changes { told.append(event) }
            return told
        }
        let notices = try await play()
        let end = clock.sinceBoot

        let sensors = try await provider.sensors()
        let readings = await provider.read(Set(sensors.map(\.id)))
        events.finish()
        // What is still held now would have been told after the case's end.
        while let next = clock.nextWaking { await pass(next.pause) }
        let seen = FixtureObservation(
            sample: 0,
            sensors: Dictionary(sensors.map { ($0.id, $0) }) { first, _ in first },
            listed: sensors,
            readings: readings
        )
        let all = ToldEvents(await told.value.filter { $0.time.boot <= end }, notices, input, categories)
        return FixtureCheck(fixture, seen, ids: [:]).complaints + FixtureIdentity(fixture, [seen]).complaints
            + EventsCheck(fixture, all, counts: counts(readings)).complaints + privacyComplaints(all, readings)
    }

    /// - Returns: When which notice was given; no two at one time.
    private func play() async throws -> [Duration: DeviceNotice] {
        var notices: [Duration: DeviceNotice] = [:]
        var now = min(0, input.events.first?.milliseconds ?? 0)
        for event in input.events {
            await pass(max(.microseconds(1), .milliseconds(event.milliseconds - now)))
            now = max(now, event.milliseconds)
            if event.notice == .overrun, let devices = input.enumeratedLater { events.set(devices) }
            notices[clock.sinceBoot] = event.notice
            await events.send(event.notice)
            await settle()
        }
        await pass(.milliseconds(fixture.settleMilliseconds ?? 2000))
        return notices
    }

    /// Lets time pass, and each device that is held be told of at its own time.
    private func pass(_ duration: Duration) async {
        var rest = duration
        while let next = clock.nextWaking, next.pause <= rest {
            clock.advance(by: next.pause)
            rest -= next.pause
            await settle()
        }
        clock.advance(by: rest)
    }

    /// Waits until for each device that is held a task sleeps, and all that were woken are done.
    private func settle() async {
        while await provider.watch?.heldCount ?? 0 != clock.sleeperCount { await Task.yield() }
    }

    private func counts(_ readings: [Reading]) -> [String: Reading.Outcome] {
        Dictionary(readings.filter { $0.sensor.reading == "count" }.map { ($0.sensor.thing, $0.outcome) }) { $1 }
    }

    /// Events carry names; nothing of them may say whose device it is.
    private func privacyComplaints(_ told: ToldEvents, _ readings: [Reading]) -> [String] {
        let all = told.events.map { "\($0.event)" } + readings.map { "\($0)" }
        return (fixture.mustNotContain ?? []).flatMap { text in
            all.filter { $0.contains(text) }.map { "'\($0)' gives '\(text)' away" }
        }
    }
}
