import SensorSDK
import Shared

extension HardwareMonitorsError {
    /// What it means for a reading.
    var reason: UnavailableReason {
        switch self {
        case .unreadable(let reason): reason
        case .unusable: .noData
        }
    }
}
