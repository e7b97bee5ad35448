/// Why a program was not started.
package enum ChildProcessError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A step before it, and its `errno` in words.
    case failed(step: String, reason: String)
    /// There are no programs in this world.
    case absent

    package var description: String {
        switch self {
        case .failed(let step, let reason): "can't start it: \(step): \(reason)"
        case .absent: "no programs can be started here"
        }
    }
}
