import SensorSDK
import Shared

extension ChipReading {
    typealias Answers = [String: Result<Double, HardwareMonitorsError>]

    /// What the chip's answers mean: a fault flag wins over everything, then an error, then a value that can't be.
    func outcome(_ answers: Answers) -> Reading.Outcome {
        if isAlarm { return alarm(answers) }
        if let flag = feature.faultSubfeature, case .success(let raised)? = answers[flag], raised != 0 {
            return .unavailable(.fault)
        }
        guard let name = feature.valueSubfeature, let answer = answers[name] else { return .unavailable(.notPresent) }
        switch answer {
        case .failure(let error): return .unavailable(error.reason)
        case .success(let value):
            if feature.kind == .intrusion { return .value(.flag(value != 0)) }
            return isPlausible(value) ? .value(.number(Self.rounded(value))) : .unavailable(.implausible)
        }
    }

    /// The limits that somebody set, to be shown beside a value.
    func attributes(_ answers: Answers) -> [String: SensorValue] {
        guard !isAlarm, let name = feature.valueSubfeature, case .success(let value)? = answers[name] else {
            return [:]
        }
        var limits: [String: Double] = [:]
        for (name, subfeature) in feature.limitSubfeatures {
            if case .success(let limit)? = answers[subfeature] { limits[name] = limit }
        }
        for name in Array(limits.keys) where limits[name].map({ isUnset(name, $0, value) }) ?? false {
            limits[name] = nil
        }
        if let least = limits["min"], let most = limits["max"], least >= most {
            limits["min"] = nil
            limits["max"] = nil
        }
        // A hysteresis means nothing without its limit.
        for name in Array(limits.keys) where name.hasSuffix("_hyst") && limits[String(name.dropLast(5))] == nil {
            limits[name] = nil
        }
        return limits.mapValues { .number(Self.rounded($0)) }
    }

    /// Alarms are passed on as the chip raises them, never computed from limits.
    private func alarm(_ answers: Answers) -> Reading.Outcome {
        var failure: UnavailableReason?
        var isKnown = false
        for name in feature.alarmSubfeatures {
            switch answers[name] {
            case .success(let raised)?:
                if raised != 0 { return .value(.flag(true)) }
                isKnown = true
            case .failure(let error)?: failure = error.reason
            case nil: continue
            }
        }
        if let failure { return .unavailable(failure) }
        return isKnown ? .value(.flag(false)) : .unavailable(.notPresent)
    }

    /// Registers that nobody set read as 0 K, 0xFFFF K, or 0 °C.
    private func isUnset(_ name: String, _ limit: Double, _ value: Double) -> Bool {
        guard limit.isFinite, abs(limit) < 1e9 else { return true }
        guard feature.kind == .temperature else { return false }
        if limit <= -273 || limit >= 1000 { return true }
        return ["crit", "max", "emergency"].contains(name) && limit <= 0 && value > limit
    }

    private func isPlausible(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        switch feature.kind {
        // ±127 and ±128: codes of an open input.
        case .temperature: return (-100...250).contains(value) && ![127, 128].contains(abs(value))
        case .fan: return (0..<30_000).contains(value)
        case .power: return abs(value) < 100_000
        case .humidity: return (0...100).contains(value)
        // 64 bits of millionths of a joule, as a counter that was never reset.
        case .energy: return (0..<1e14).contains(value)
        case .voltage, .current: return abs(value) < 10_000
        case .intrusion: return true
        }
    }

    /// Thousandths are the finest that any of these sources gives.
    private static func rounded(_ value: Double) -> Double {
        (value * 1000).rounded() / 1000
    }
}
