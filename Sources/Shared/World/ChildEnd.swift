/// How a program ended.
package enum ChildEnd: Sendable, Hashable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)
    /// Somebody else reaped it.
    case unknown

    package var description: String {
        switch self {
        case .exited(let status): "ended with exit code \(status)"
        case .killed(let signal): "was ended by signal \(signal)"
        case .unknown: "ended"
        }
    }
}
