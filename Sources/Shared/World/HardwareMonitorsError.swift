package import SensorSDK

/// What libsensors said instead of a value.
package enum HardwareMonitorsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library could not be started; its own code and text.
    case unusable(code: Int32, text: String)
    /// One value could not be read.
    case unreadable(UnavailableReason)

    package var description: String {
        switch self {
        case .unusable(let code, let text): "libsensors can't be used: \(text) (\(code))"
        case .unreadable(let reason): "no value: \(reason.rawValue)"
        }
    }
}
