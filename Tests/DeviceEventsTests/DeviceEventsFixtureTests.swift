import SensorSDK
import Shared
import TestSupport
import Testing

@testable import DeviceEvents

@Suite struct DeviceEventsFixtureTests {
    static let cases = Result { try FixtureCase.all(of: "udev") }

    @Test("each recorded sequence of udev events is told as people would tell it", arguments: try cases.get())
    func recordedEvents(_ fixture: FixtureCase) async throws {
        let input = try FixtureEvents(fixture)
        let categories = try #require(fixture.categories).map(Self.category)
        try await WatchedMachine.run(categories: categories, devices: input.enumerated) { machine in
            var now = 0.0
            for event in input.events {
                if event.milliseconds > now {
                    machine.clock.advance(by: .milliseconds(event.milliseconds - now))
                    now = event.milliseconds
                }
                if event.notice == .overrun, let devices = input.enumeratedAfter { machine.events.set(devices) }
                await machine.events.send(event.notice)
            }
            machine.clock.advance(by: .milliseconds(fixture.settleMilliseconds ?? 2000))
            let sensors = try await machine.provider.sensors()
            let readings = await machine.provider.read(Set(sensors.map(\.id)))
            let counts = readings.filter { $0.sensor.reading == "count" }.map(\.outcome)
            let told = await machine.finish()
            let after = await machine.provider.read(Set(sensors.map(\.id)))

            for expectation in fixture.expect { check(expectation, told.events, counts, fixture) }
            if let most = fixture.maxReportsTotal { #expect(told.events.count <= most) }
            let all = told.map { "\($0)" } + (readings + after).map { "\($0)" }
            for text in fixture.mustNotContain ?? [] {
                #expect(!all.contains { $0.contains(text) }, "\(fixture.id) gives '\(text)' away")
            }
        }
    }

    private func check(
        _ expectation: FixtureExpectation,
        _ events: [DeviceEvent],
        _ counts: [Reading.Outcome],
        _ fixture: FixtureCase
    ) {
        let range = expectation.range
        if expectation.event == "present_count" {
            #expect(counts.count == 1)
            #expect(counts.contains { $0 == .value(.integer(Int64(range.lowerBound))) }, "\(fixture.id): \(counts)")
            return
        }
        // Events carry no path on purpose: the case's devices are told apart by name, or by category where they have none.
        let names = expectation.acceptNames ?? expectation.name.map { [$0] }
        let category = expectation.device.flatMap { device in
            fixture.categories?.first { device.contains("/\($0)/") }
        }
        let found = events.filter { event in
            event.action.rawValue == expectation.event && names?.contains(event.name) ?? true
                && (category == nil || event.sensor.thing == category)
        }
        #expect(range.contains(found.count), "\(fixture.id), \(expectation.title): \(events.map(\.name))")
    }

    private static func category(_ word: String) -> DeviceCategory {
        switch word {
        case "usb": .usb
        case "block": .block
        default:
            DeviceCategory(
                word: word,
                filter: DeviceFilter(subsystem: word),
                title: word,
                noun: word,
                icon: "mdi:chip"
            )
        }
    }
}

extension FixtureExpectation {
    /// How often it may be; once where the case does not say.
    fileprivate var range: ClosedRange<Int> {
        switch count {
        case .number(let number)?: return Int(number)...Int(number)
        case .text(let text)?:
            let ends = text.replacing("..", with: " ").split(separator: " ").compactMap { Int($0) }
            return (ends.first ?? 0)...(ends.last ?? 0)
        default: return 1...1
        }
    }
}
