import Shared

extension HardwareMonitor.Feature {
    /// What holds the value; `nil` for a feature that only has settings.
    var valueSubfeature: String? {
        let words =
            switch kind {
            case .temperature, .fan, .humidity, .energy: ["input"]
            case .voltage, .current: ["input", "average"]
            case .power: ["average", "input"]
            case .intrusion: ["alarm"]
            }
        return words.lazy.map { "\(name)_\($0)" }.first(where: subfeatures.contains)
    }

    /// The flag by which the chip says that the value means nothing.
    var faultSubfeature: String? {
        subfeatures.contains("\(name)_fault") ? "\(name)_fault" : nil
    }

    /// `temp1_alarm`, `temp1_crit_alarm`: any of them is an alarm of this feature.
    var alarmSubfeatures: [String] {
        subfeatures.filter { $0.hasSuffix("_alarm") }
    }

    /// Limits that are shown beside the value, by the name of their attribute.
    var limitSubfeatures: [(name: String, subfeature: String)] {
        Self.limits.map { ($0, "\(name)_\($0)") }.filter { subfeatures.contains($0.1) }
    }

    private static let limits = [
        "crit", "crit_hyst", "emergency", "emergency_hyst", "lcrit", "lcrit_hyst", "max", "max_hyst", "min", "min_hyst",
    ]
}
