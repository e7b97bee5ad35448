/// Why a server could not be started.
package enum HTTPServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system's text says why, for example that the port is taken.
    case cannotListen(address: ListenAddress, reason: String)

    package var description: String {
        switch self {
        case .cannotListen(let address, let reason):
            "can't listen on \(address): \(reason); free the port or choose another"
        }
    }
}
