/// Why a delivery ended early. All of these keep everything that was queued.
package enum LinkFault: Error, Sendable, Hashable {
    /// No answer at all: refused, timed out, no name.
    case unreachable(HTTPError)
    /// 200 with an empty body: starting, or a registration that the server does not know (any more).
    case empty
    /// 200 with a plain `{}` where a sealed answer was due: the key does not fit.
    case keyMismatch
    /// 410: deleted in Home Assistant. Sending stops until the owner acts.
    case gone
    /// 401 or 403: a proxy, or this address is banned.
    case refused(status: Int)
    /// Any other answer in the clear.
    case unexpected(status: Int)

    /// How the server stands, in one word that is kept for ever.
    package var state: LinkState {
        switch self {
        case .unreachable: .unreachable
        case .empty: .starting
        case .keyMismatch: .keyMismatch
        case .gone: .gone
        case .refused: .refused
        case .unexpected: .waiting
        }
    }
}

extension LinkFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "\(error)"
        case .empty: "the server answered with nothing: it is starting, or does not know this machine"
        case .keyMismatch: "the server can't read what is sent: the encryption key does not fit"
        case .gone: "this machine was deleted in Home Assistant; remove the server here and add it again"
        case .refused(let status): "refused with status \(status): a proxy stands in between, or this address is banned"
        case .unexpected(let status): "unexpected answer with status \(status); kept for later"
        }
    }
}
