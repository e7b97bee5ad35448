import SensorSDK
import TestSupport

/// Compares the device events that were told with a case's expectations.
struct EventsCheck {
    private(set) var complaints: [String] = []
    private let fixture: FixtureCase
    private let told: ToldEvents
    /// Devices that are there at the end, by category.
    private let counts: [String: Reading.Outcome]

    init(_ fixture: FixtureCase, _ told: ToldEvents, counts: [String: Reading.Outcome]) {
        self.fixture = fixture
        self.told = told
        self.counts = counts
        for expectation in fixture.expect {
            guard let complaint = complaint(about: expectation) else { continue }
            complaints.append("\(expectation.title): \(complaint)")
        }
        if let most = fixture.maxReportsTotal, told.events.count > most {
            complaints.append("\(told.events.count) events were told, at most \(most) are right: \(summary)")
        }
        checkOrder()
    }

    private func complaint(about expectation: FixtureExpectation) -> String? {
        guard let range = expectation.range else { return "has a count that nobody understands" }
        switch expectation.event {
        case "present_count": return countComplaint(expectation.device, range)
        case let word? where DeviceEvent.Action(rawValue: word) != nil: break
        default: return "is no event that could be told"
        }
        let names = expectation.acceptNames ?? expectation.name.map { [$0] }
        let found = told.events.filter { told in
            matches(told, .init(event: expectation.event, device: expectation.device))
                // That a move is neither is said of one path alone.
                && (range.upperBound > 0 || expectation.device.map { $0 == told.place } ?? true)
                && names?.contains(told.event.name) ?? true
        }
        guard range.contains(found.count) || expectation.optional == true && found.isEmpty else {
            return "was told \(found.count) times instead of \(range); all: \(summary)"
        }
        for event in found.map(\.event) {
            let attributes = event.attributes
            for (name, value) in expectation.attributes ?? [:]
            where attributes[name].map({ value.matches($0, tolerance: 0) }) != true {
                return "\(name) is not \(value), but \(attributes[name].map { "\($0)" } ?? "missing")"
            }
            for name in expectation.attributesAbsent ?? [] where attributes[name] != nil {
                return "\(name) must be absent"
            }
        }
        return nil
    }

    /// - Parameter category: Of all categories together where it names none.
    private func countComplaint(_ category: String?, _ range: ClosedRange<Int>) -> String? {
        let wanted = category.map { [$0] } ?? Array(counts.keys)
        var sum = 0
        for word in wanted {
            guard case .value(.integer(let count))? = counts[word] else {
                return "the count of \(word) is \(counts[word].map { "\($0)" } ?? "missing")"
            }
            sum += Int(count)
        }
        return range.contains(sum) && !wanted.isEmpty ? nil : "\(sum) devices are counted instead of \(range)"
    }

    private mutating func checkOrder() {
        guard let order = fixture.order else { return }
        var rest =
            order.steps
            ?? fixture.expect.filter { $0.range?.upperBound != 0 && $0.event != "present_count" }
            .map { .init(event: $0.event, device: $0.device, name: $0.acceptNames == nil ? $0.name : nil) }
        for event in told.events {
            if let next = rest.first, matches(event, next) { rest.removeFirst() }
        }
        if let missing = rest.first { complaints.append("\(missing) does not come in its turn; all: \(summary)") }
    }

    private func matches(_ found: ToldEvents.Told, _ step: FixtureOrder.Step) -> Bool {
        if let event = step.event, found.event.action.rawValue != event { return false }
        if let name = step.name, found.event.name != name { return false }
        guard let device = step.device else { return true }
        return found.device == told.last(device)
    }

    private var summary: String {
        "\(told.events.map { "\($0.event.action.rawValue) '\($0.event.name)' at \($0.device ?? "?")" })"
    }
}

extension DeviceEvent {
    fileprivate var attributes: [String: SensorValue] {
        var attributes: [String: SensorValue] = [
            "action": .text(action.rawValue), "class": .text(sensor.thing), "time": .time(time.wall),
        ]
        attributes["vendor"] = vendor.map(SensorValue.text)
        attributes["model"] = model.map(SensorValue.text)
        return attributes
    }
}

extension FixtureExpectation {
    /// How often it may be; once where the case does not say.
    fileprivate var range: ClosedRange<Int>? {
        switch count {
        case nil: return 1...1
        case .number(let number)?: return Int(exactly: number).map { $0...$0 }
        case .text(let text)?:
            let ends = text.replacing("..", with: " ").split(separator: " ").map { Int($0) }
            guard (1...2).contains(ends.count), let least = ends[0], let most = ends.last ?? nil, least <= most else {
                return nil
            }
            return least...most
        case .flag?: return nil
        }
    }
}
