import Glibc
import SensorSDK

/// An errno of sd-bus, without its sign.
struct BusError: Error {
    let code: Int32

    /// - Parameter result: What a function of sd-bus returned; negative when it failed.
    @discardableResult
    static func check(_ result: Int32) throws(BusError) -> Int32 {
        guard result >= 0 else { throw BusError(code: -result) }
        return result
    }

    var reason: UnavailableReason {
        switch code {
        // No bus, or nobody on it who is systemd: another init, a container.
        case ENOENT, ECONNREFUSED, EHOSTUNREACH, ENOMEDIUM: .notPresent
        case EACCES, EPERM: .permission
        case ETIMEDOUT: .timeout
        default: .inputOutput
        }
    }
}
