import Glibc
package import SensorSDK

/// Why netlink did not answer.
package enum NetworkLinksError: Error, Sendable, Hashable {
    /// There is no netlink here: the machine is only a folder, or the sandbox forbids it. The files of the kernel are the
    /// other way to the same facts.
    case absent
    /// - what: What was asked for, such as `network interfaces`.
    /// - code: `errno`.
    case failed(_ what: String, code: Int32)

    /// What it means for a reading.
    package var reason: UnavailableReason {
        switch self {
        case .absent: .noData
        case .failed(_, ETIMEDOUT): .timeout
        case .failed(_, let code): FileError(path: "", code: code).reason
        }
    }
}

extension NetworkLinksError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .absent: "this machine has no netlink"
        case .failed(let what, let code): "the kernel does not tell the \(what): \(String(cString: strerror(code)))"
        }
    }
}
