package import SensorSDK
package import Testing

extension FixtureCase {
    /// Compares what a family offered and read with the case's expectations for that sample.
    ///
    /// - Parameter id: The sensor that an expectation means; `nil` when there is none.
    package func check(
        _ seen: FixtureObservation,
        sourceLocation: SourceLocation = #_sourceLocation,
        id: (FixtureExpectation) throws -> SensorID?
    ) throws {
        for complaint in seen.formComplaints + privacyComplaints(seen) {
            Issue.record("\(self.id) sample \(seen.sample): \(complaint)", sourceLocation: sourceLocation)
        }
        var expected: [SensorID: String] = [:]
        for expectation in expect where expectation.event == nil && (expectation.sample ?? seen.sample) == seen.sample {
            let sensor = try id(expectation).flatMap { seen.sensors[$0] }
            if let complaint = complaint(about: sensor, in: seen, expectation) {
                Issue.record(
                    "\(self.id) sample \(seen.sample), \(expectation.title): \(complaint)",
                    sourceLocation: sourceLocation
                )
            }
            guard distinctIDs == true, let sensor else { continue }
            if let other = expected.updateValue(expectation.title, forKey: sensor.id) {
                Issue.record(
                    "\(self.id): \(other) and \(expectation.title) share the id \(sensor.id)",
                    sourceLocation: sourceLocation
                )
            }
        }
    }

    /// What is wrong with a sensor's listing and reading, or `nil`.
    private func complaint(
        about sensor: Sensor?,
        in seen: FixtureObservation,
        _ expectation: FixtureExpectation
    ) -> String? {
        guard let sensor else {
            let mayBeMissing = expectation.optional == true || expectation.answers.contains { $0.notListed == true }
            return mayBeMissing ? nil : "is not offered"
        }
        guard let reading = seen.reading(sensor.id) else { return "\(sensor.id) was not read" }
        let tolerance = expectation.tolerance ?? 0
        let isRight = expectation.answers.contains { answer in
            switch reading.outcome {
            case .unavailable(let reason): return answer.unavailable == reason
            case .value(let value):
                let unit = answer.unit ?? expectation.unit
                guard let state = answer.state, unit == nil || unit == sensor.unit?.rawValue else { return false }
                return state.matches(value, tolerance: tolerance)
            }
        }
        guard isRight else {
            let right = expectation.answers.map(\.description).joined(separator: " or ")
            return "\(sensor.id) is \(reading.outcome) \(sensor.unit?.rawValue ?? ""), right is \(right)"
        }
        if let label = expectation.label, !sensor.name.contains(label) {
            return "the name '\(sensor.name)' lacks the label '\(label)'"
        }
        for (name, value) in expectation.attributes ?? [:] {
            guard let found = reading.attributes[name], value.matches(found, tolerance: tolerance) else {
                return "attribute \(name) is not \(value), but \(reading.attributes[name].map { "\($0)" } ?? "missing")"
            }
        }
        for name in expectation.attributesAbsent ?? [] where reading.attributes[name] != nil {
            return "attribute \(name) must be absent"
        }
        return nil
    }

    private func privacyComplaints(_ seen: FixtureObservation) -> [String] {
        var complaints: [String] = []
        for id in seen.sensors.keys {
            for text in idMustNotContain ?? [] where id.description.contains(context: text) {
                complaints.append("the id \(id) contains '\(text)'")
            }
            // The pattern is the fixture's own; one that can't be understood matches nothing.
            if let idPattern, (try? Regex(idPattern).firstMatch(in: id.description)) == nil {
                complaints.append("the id \(id) does not match \(idPattern)")
            }
        }
        let plain = seen.sensors.filter { $0.value.sensitivity == .plain }
        let sent =
            plain.values.flatMap { [$0.id.description, $0.device, $0.name] }
            + seen.readings.filter { plain[$0.sensor] != nil }
            .map { "\($0.sensor) \($0.outcome) \($0.attributes)" }
        for text in mustNotContain ?? [] {
            for line in sent where line.contains(context: text) {
                complaints.append("'\(line)' gives '\(text)' away")
            }
        }
        if distinctNames == true {
            let names = Dictionary(grouping: seen.listed) { $0.name }
            for (name, sensors) in names where sensors.count > 1 {
                complaints.append("\(sensors.count) sensors have the name '\(name)'")
            }
        }
        return complaints
    }
}

extension FixtureExpectation.Answer: CustomStringConvertible {
    package var description: String {
        if let state { return "\(state) \(unit ?? "")" }
        if let unavailable { return "unavailable(\(unavailable.rawValue))" }
        return "not offered"
    }
}

extension String {
    /// Whether a text is in here, whatever the case of its letters, also as an id would spell it.
    fileprivate func contains(context text: String) -> Bool {
        let whole = lowercased()
        let part = text.lowercased()
        let spelled = String(part.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return whole.contains(part) || whole.contains(spelled)
    }
}
