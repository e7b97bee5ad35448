/// Why a delivery ended early. All of these keep everything that was queued.
package enum LinkFault: Error, Sendable, Hashable {
    /// No answer at all: refused, timed out, no name.
    case unreachable(HTTPError)
    /// 200 with an empty body: starting, or a registration that the server does not know (any more).
    case empty
    /// As ``empty`` for a day, while the server answers everything else as usual.
    case unknownToServer
    /// 200 with a plain `{}` where a sealed answer was due: the key does not fit.
    case keyMismatch
    /// 400 with the code `encryption_required`: what arrived there was not sealed.
    case encryptionRequired
    /// 410: deleted in Home Assistant. Sending stops until the owner acts; over plain HTTP, where anybody on the way may have
    /// said it, the server is asked again now and then.
    case gone
    /// 401 or 403: a proxy, or this address is banned.
    case refused(status: Int)
    /// 404: a proxy, another host, a cloud hook that was deleted, or a server in its first moments.
    case notFound
    /// 301, 302, 303, 307 or 308; never followed. Scheme, host and port of the target, for people.
    case redirected(to: String?)
    /// 413: more than a proxy takes.
    case tooLarge
    /// 429. What the proxy asks to wait, if it said so.
    case tooMany(retryAfter: Duration?)
    /// 500 and above: a proxy without its server, or a server in trouble.
    case failing(status: Int)
    /// 200 or 201 with something else, such as the page of a captive portal.
    case otherService
    /// A receiver of the kind `webhook` does not take what it was sent, and says why.
    case declined(ReceiverRefusal)
    /// Any other answer, also a sealed one that says something unknown.
    case unexpected(status: Int)

    /// How the server stands, in one word that is kept for ever.
    package var state: LinkState {
        switch self {
        case .unreachable, .notFound, .redirected, .otherService: .unreachable
        case .empty: .starting
        case .unknownToServer, .declined(.unknownAgent): .unknownToServer
        case .keyMismatch, .declined(.forged): .keyMismatch
        case .gone: .gone
        case .refused, .encryptionRequired, .declined(.replayed), .declined(.malformed): .refused
        case .tooLarge, .tooMany, .failing, .declined, .unexpected: .waiting
        }
    }

    /// Whether another URL of the same server may do better.
    package var suggestsAnotherURL: Bool {
        switch self {
        case .unreachable(.cancelled): false
        case .unreachable, .empty, .unknownToServer, .gone, .refused, .notFound, .redirected, .tooMany, .failing,
            .otherService:
            true
        case .keyMismatch, .encryptionRequired, .tooLarge, .declined, .unexpected: false
        }
    }

    /// Whether the server was away, so that it may have lost what it had, or begin anew.
    package var isAbsence: Bool {
        switch self {
        case .unreachable(.cancelled), .unreachable(.untrusted), .unreachable(.plainHTTPNotLocal): false
        case .unreachable, .empty, .notFound, .failing: true
        case .unknownToServer, .keyMismatch, .encryptionRequired, .gone, .refused, .redirected, .tooLarge, .tooMany,
            .otherService, .declined, .unexpected:
            false
        }
    }
}

extension LinkFault {
    /// The description, with the commands in it as they are for one server.
    package func description(of server: String) -> String {
        description.replacing("agent servers reconnect NAME", with: "agent servers reconnect \(server)")
            .replacing("agent servers set NAME", with: "agent servers set \(server)")
    }
}

extension LinkFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "\(error)"
        case .empty: "the server answered with nothing: it is starting, or does not know this machine"
        case .unknownToServer:
            "the server runs, but has not known this machine for a day: look whether it was deleted or disabled in Home "
                + "Assistant (Settings, Devices & services, Mobile App), then 'agent servers reconnect NAME' if it was deleted"
        case .keyMismatch:
            "the server can't read what is sent: the encryption key does not fit; 'agent servers reconnect NAME' makes a new one"
        case .encryptionRequired:
            "the server got something unsealed, though only sealed data is sent: a proxy changes requests on their way"
        case .gone: "this machine was deleted in Home Assistant; 'agent servers reconnect NAME' registers it again"
        case .refused(let status): "refused with status \(status): a proxy stands in between, or this address is banned"
        case .notFound:
            "what answers there does not know the webhook (404): another service, a proxy, or a server that is starting"
        case .redirected(let target?):
            "the server sends on to \(target), which is never followed; if that is yours: 'agent servers set NAME url \(target)'"
        case .redirected(nil): "the server sends on to another place, which is never followed; check its URL"
        case .tooLarge: "a proxy in front of the server takes only small requests (413); raise its limit"
        case .tooMany:
            "a proxy in front of the server asks to wait (429); if it goes on, let it take more requests of this machine"
        case .failing(let status):
            "the server, or a proxy in front of it, fails with status \(status); tried again. If it goes on, look whether the "
                + "server runs, and into its log"
        case .otherService:
            "something else answers at this URL: a login page of the network, or another service; tried again"
        case .declined(let refusal): refusal.explanation
        case .unexpected(200), .unexpected(201):
            "the server's answer is not understood; tried again. If it goes on, it may be newer than this agent: update it"
        case .unexpected(let status):
            "the request was taken for a bad one (status \(status)); tried again. If it goes on, look at the proxy in front of "
                + "the server, and without one report it as a fault of this program"
        }
    }
}

extension ReceiverRefusal {
    /// For the owner of the machine that sends.
    fileprivate var explanation: String {
        switch self {
        case .oversize: "the receiver, or a proxy in front of it, takes only small requests; raise its limit"
        case .truncated:
            "the receiver got no whole envelope: a proxy changes requests on their way, or it is none of ours"
        case .unknownAgent:
            "the receiver has no key for this machine: put the line of 'agent keys new' for its agent id into the receiver's "
                + "key file, and have it read that again (SIGHUP)"
        case .forged:
            "the receiver can't open what is sent: its key for this machine's agent id is another one; give both the same, here "
                + "with 'agent servers reconnect NAME --key-file FILE'"
        case .replayed:
            "the receiver has taken later data under this machine's agent id already; if that goes on, another machine reports "
                + "under it (a copy, or this one before a restored backup): remove this server and add it again with a new key"
        case .malformed: "the receiver does not understand what is sent; it may be older than this agent"
        case .unavailable: "the receiver can't write at present; tried again"
        }
    }
}
