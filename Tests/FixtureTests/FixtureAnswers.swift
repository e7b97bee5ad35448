import SensorSDK
import TestSupport

/// The right answers of an expectation.
struct FixtureAnswers {
    private let expectation: FixtureExpectation

    init(_ expectation: FixtureExpectation) {
        self.expectation = expectation
    }

    /// - Parameter unit: In which the outcome's number is.
    /// - Returns: What is wrong with an outcome; `nil` when it is one of the right answers.
    func complaint(about outcome: Reading.Outcome, unit: String?) -> String? {
        let isRight = expectation.answers.contains { answer in
            switch outcome {
            case .unavailable(let reason): answer.unavailable == reason
            case .value(let value): matches(value, unit, answer)
            }
        }
        if isRight { return nil }
        let right = expectation.answers.map(text).joined(separator: " or ")
        return "is \(outcome) \(unit ?? ""), right is \(right)"
    }

    private func matches(_ value: SensorValue, _ unit: String?, _ answer: FixtureExpectation.Answer) -> Bool {
        guard let state = answer.state else { return false }
        let tolerance = answer.tolerance ?? expectation.tolerance ?? 0
        guard let wanted = answer.unit ?? expectation.unit, wanted != unit else {
            return state.matches(value, tolerance: tolerance)
        }
        // Another unit is fine if it is converted rightly.
        guard let unit, let factor = FixtureUnit.factor(from: unit, to: wanted), case .number(let number) = state else {
            return false
        }
        let converted: Double
        switch value {
        case .number(let found): converted = found * factor
        case .integer(let found): converted = Double(found) * factor
        case .flag, .text, .time: return false
        }
        return abs(number - converted) <= tolerance + 1e-9 * max(1, abs(number))
    }

    private func text(_ answer: FixtureExpectation.Answer) -> String {
        if let state = answer.state { return "\(state) \(answer.unit ?? expectation.unit ?? "")" }
        if let reason = answer.unavailable { return "unavailable(\(reason.rawValue))" }
        return "not offered"
    }
}
