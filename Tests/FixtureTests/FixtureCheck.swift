import SensorSDK
import TestSupport

/// Compares what a family offered and read in one sample with the case's expectations.
struct FixtureCheck {
    /// What is wrong, each with what it is about; empty when nothing is.
    private(set) var complaints: [String] = []
    private let fixture: FixtureCase
    private let seen: FixtureObservation
    private let ids: [FixtureTarget: SensorID]

    /// - Parameter ids: The sensors that the case's words meant in this sample, or else in the last one that had their device.
    init(_ fixture: FixtureCase, _ seen: FixtureObservation, ids: [FixtureTarget: SensorID]) {
        self.fixture = fixture
        self.seen = seen
        self.ids = ids
        complaints = seen.formComplaints
        for expectation in fixture.expect where (expectation.sample ?? seen.sample) == seen.sample {
            guard let target = expectation.target, let complaint = complaint(about: expectation, target) else {
                continue
            }
            complaints.append("\(target): \(complaint)")
        }
        checkPrivacy()
        if fixture.distinctNames == true { checkNames() }
    }

    private func complaint(about expectation: FixtureExpectation, _ target: FixtureTarget) -> String? {
        guard let sensor = ids[target].flatMap({ seen.sensors[$0] }) else {
            let mayBeMissing = expectation.optional == true || expectation.answers.contains { $0.notListed == true }
            guard mayBeMissing else { return "is not offered" }
            // A sensor that nobody could find by the family's recipe may still be there under another id.
            let stranger = seen.listed.first { $0.device == target.device && $0.id.reading == target.reading }
            return expectation.notListed == true ? stranger.map { "is offered as \($0.id)" } : nil
        }
        guard let reading = seen.reading(sensor.id) else { return "\(sensor.id) was not read" }
        if let complaint = FixtureAnswers(expectation).complaint(about: reading.outcome, unit: sensor.unit?.rawValue) {
            return "\(sensor.id) \(complaint)"
        }
        return complaint(about: sensor, reading, expectation)
    }

    /// What belongs to the reading besides its value.
    private func complaint(about sensor: Sensor, _ reading: Reading, _ expectation: FixtureExpectation) -> String? {
        if let label = expectation.label, !sensor.name.contains(label) {
            return "the name '\(sensor.name)' lacks the label '\(label)'"
        }
        for (name, value) in expectation.attributes ?? [:] {
            guard let found = reading.attributes[name], value.matches(found, tolerance: expectation.tolerance ?? 0)
            else {
                return "attribute \(name) is not \(value), but \(reading.attributes[name].map { "\($0)" } ?? "missing")"
            }
        }
        for name in expectation.attributesAbsent ?? [] where reading.attributes[name] != nil {
            return "attribute \(name) must be absent"
        }
        if expectation.peripheral == true, !sensor.id.thing.hasPrefix("p_") {
            return "\(sensor.id) is not marked as a peripheral's"
        }
        return nil
    }

    private mutating func checkPrivacy() {
        for id in seen.sensors.keys {
            for text in fixture.idMustNotContain ?? [] where "\(id)".holds(text) {
                complaints.append("the id \(id) contains '\(text)'")
            }
        }
        // What is enabled by a pattern or a family's name; the rest only by its full id.
        let plain = seen.sensors.filter { $0.value.sensitivity == .plain }
        let sent =
            plain.values.flatMap { [$0.id.description, $0.device, $0.name] }
            + seen.readings.filter { plain[$0.sensor] != nil }
            .map { "\($0.sensor) \($0.outcome) \($0.attributes)" }
        for text in fixture.mustNotContain ?? [] {
            for line in sent where line.holds(text) { complaints.append("'\(line)' gives '\(text)' away") }
        }
    }

    private mutating func checkNames() {
        for (name, sensors) in Dictionary(grouping: seen.listed, by: \.name) where sensors.count > 1 {
            complaints.append("\(sensors.count) sensors have the name '\(name)'")
        }
    }
}

extension String {
    /// Whether a text is in here, whatever the case of its letters, also as an id would spell it.
    fileprivate func holds(_ text: String) -> Bool {
        let whole = lowercased()
        let part = text.lowercased()
        let spelled = String(part.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return whole.contains(part) || whole.contains(spelled)
    }
}
