import CSensors
import Shared

extension HardwareMonitor.Feature.Kind {
    /// - Returns: `nil` for what is no measurement (`vid`, `beep_enable`) and for what a newer library may know.
    init?(_ type: sensors_feature_type) {
        switch type {
        case SENSORS_FEATURE_IN: self = .voltage
        case SENSORS_FEATURE_FAN: self = .fan
        case SENSORS_FEATURE_TEMP: self = .temperature
        case SENSORS_FEATURE_POWER: self = .power
        case SENSORS_FEATURE_ENERGY: self = .energy
        case SENSORS_FEATURE_CURR: self = .current
        case SENSORS_FEATURE_HUMIDITY: self = .humidity
        case SENSORS_FEATURE_INTRUSION: self = .intrusion
        default: return nil
        }
    }
}
