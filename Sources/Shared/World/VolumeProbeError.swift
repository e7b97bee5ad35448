package import SensorSDK

/// Why a mount that was asked outside of this process has no sizes.
package enum VolumeProbeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It did not answer in time, or has yet to answer an earlier question.
    case late(path: String)
    /// `statvfs` failed, or no helper could be started.
    case failed(FileError)
    /// The helper ended without a word.
    case silent(path: String)

    /// What it means for a reading.
    package var reason: UnavailableReason {
        switch self {
        case .late: .timeout
        case .failed(let error): error.reason
        case .silent: .noData
        }
    }

    package var description: String {
        switch self {
        case .late(let path): "\(path.printable()) does not answer"
        case .failed(let error): "\(error)"
        case .silent(let path): "the helper that was to ask \(path.printable()) ended without an answer"
        }
    }
}
