import SensorSDK
import Shared

/// One value of a chip: what a feature measures, or whether it raises an alarm.
struct ChipReading: Sendable, Hashable {
    var feature: HardwareMonitor.Feature
    var isAlarm: Bool

    /// Last part of the id: `temp1`, `temp1_alarm`.
    var word: String { isAlarm ? "\(feature.name)_alarm" : feature.name }

    /// All that must be read for it.
    var subfeatures: [String] {
        if isAlarm { return feature.alarmSubfeatures }
        return [feature.valueSubfeature, feature.faultSubfeature].compactMap(\.self)
            + feature.limitSubfeatures.map(\.subfeature)
    }
}

extension ChipReading {
    var kind: SensorKind { isAlarm || feature.kind == .intrusion ? .binarySensor : .sensor }

    var deviceClass: DeviceClass? {
        switch feature.kind {
        case _ where isAlarm: feature.kind == .temperature ? .heat : .problem
        case .temperature: .temperature
        case .voltage: .voltage
        case .current: .current
        case .power: .power
        case .energy: .energy
        case .humidity: .humidity
        case .intrusion: .tamper
        case .fan: nil
        }
    }

    var unit: Unit? {
        switch feature.kind {
        case _ where kind == .binarySensor: nil
        case .temperature: .celsius
        case .voltage: .volt
        case .current: .ampere
        case .power: .watt
        case .energy: .joule
        case .humidity: .percent
        case .fan: .revolutionsPerMinute
        case .intrusion: nil
        }
    }

    var stateClass: StateClass? {
        guard kind == .sensor else { return nil }
        return feature.kind == .energy ? .totalIncreasing : .measurement
    }

    var icon: String {
        switch feature.kind {
        case _ where isAlarm: "mdi:alert"
        case .temperature: "mdi:thermometer"
        case .fan: "mdi:fan"
        case .voltage: "mdi:sine-wave"
        case .current: "mdi:current-dc"
        case .power: "mdi:flash"
        case .humidity: "mdi:water-percent"
        case .energy: "mdi:lightning-bolt"
        case .intrusion: "mdi:shield-alert"
        }
    }
}
