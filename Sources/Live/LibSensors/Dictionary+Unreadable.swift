import SensorSDK
import Shared

extension [String: Result<Double, HardwareMonitorsError>] {
    /// The same failure for each of these subfeatures.
    static func unreadable(_ subfeatures: [String], _ reason: UnavailableReason) -> Self {
        Dictionary(subfeatures.map { ($0, .failure(.unreadable(reason))) }) { first, _ in first }
    }
}
