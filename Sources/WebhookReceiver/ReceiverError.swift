import Shared

/// Why a receiver can't work; each text says what to do.
package enum ReceiverError: Error, Sendable, Hashable, CustomStringConvertible {
    case cannotOpen(path: String, reason: String)
    /// A database of another program, or of a later version of this one.
    case notOurs(path: String)
    case cannotWrite(reason: String)

    package var description: String {
        switch self {
        case .cannotOpen(let path, let reason): "can't open \(path.printable(limit: 200)): \(reason)"
        case .notOurs(let path):
            "\(path.printable(limit: 200)) is no database of this receiver, or of a later version; name another file"
        case .cannotWrite(let reason): "can't write what came in, so it is not acknowledged: \(reason)"
        }
    }
}
