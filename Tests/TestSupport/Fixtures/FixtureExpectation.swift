package import SensorSDK

/// One entry of `expect` in a `case.json`: what one reading must be.
package struct FixtureExpectation: Sendable, Hashable, Decodable {
    /// One right answer.
    package struct Answer: Sendable, Hashable, Decodable {
        package var state: FixtureValue?
        package var unit: String?
        package var unavailable: UnavailableReason?
        package var notListed: Bool?
        package var tolerance: Double?

        private enum CodingKeys: String, CodingKey {
            case state, unit, unavailable, tolerance
            case notListed = "not_listed"
        }
    }

    /// The kernel's or libsensors' name; `*system` is the machine as a whole; `nil` in some expectations of events.
    package var device: String?
    /// Which of several devices that are printed with the same name.
    package var instance: Int?
    /// `level`, `temp6.alarm`; `nil` in expectations of events.
    package var reading: String?
    /// In which sample; `nil` in every one.
    package var sample: Int?
    package var state: FixtureValue?
    package var unit: String?
    package var tolerance: Double?
    package var unavailable: UnavailableReason?
    package var notListed: Bool?
    /// Equally right answers; they replace the strict one.
    package var accept: [Answer]?
    /// Only if that reading is offered at all.
    package var optional: Bool?
    package var enabledByUser: Bool?
    package var label: String?
    package var attributes: [String: FixtureValue]?
    package var attributesAbsent: [String]?
    /// Belongs to a device that is not the machine's own.
    package var peripheral: Bool?
    /// `added`, `removed`, `changed`, `present_count`: an expectation of events.
    package var event: String?
    package var name: String?
    package var acceptNames: [String]?
    /// A number, or a text such as `1..3`.
    package var count: FixtureValue?

    private enum CodingKeys: String, CodingKey {
        case device, instance, reading, sample, state, unit, tolerance, unavailable, accept, optional, label
        case attributes, peripheral, event, name, count
        case notListed = "not_listed"
        case enabledByUser = "enabled_by_user"
        case attributesAbsent = "attributes_absent"
        case acceptNames = "accept_names"
    }

    /// All right answers.
    package var answers: [Answer] {
        if let accept { return accept }
        return [Answer(state: state, unit: unit, unavailable: unavailable, notListed: notListed)]
    }

    /// `nil` for an expectation of events.
    package var target: FixtureTarget? {
        guard event == nil, let device, let reading else { return nil }
        return FixtureTarget(device: device, instance: instance ?? 0, reading: reading)
    }

    /// `BAT0/level`, for messages.
    package var title: String {
        target.map { "\($0)" } ?? "\(device ?? "*")/\(event ?? "?")"
    }
}
