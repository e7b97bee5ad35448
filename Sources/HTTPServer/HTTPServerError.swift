/// Why a server could not be started.
package enum HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system's text says why, for example that the port is taken.
    case cannotListen(port: UInt16, reason: String)

    package var description: String {
        switch self {
        case .cannotListen(let port, let reason):
            "can't listen on 127.0.0.1 port \(port): \(reason); free the port or choose another"
        }
    }
}
