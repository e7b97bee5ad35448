/// Why there is no answer. The texts hold neither URL nor headers, which are secret.
package enum HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
    case badURL
    /// The host's name has no address.
    case nameNotFound(host: String)
    case refused(host: String)
    /// No route, reset, closed before the answer was whole.
    case connectionBroken(host: String, detail: String)
    case timedOut(host: String)
    /// The certificate is not trusted, or TLS could not be agreed on.
    case untrusted(host: String, detail: String)
    /// Plain HTTP to an address that is not on the local network.
    case plainHTTPNotLocal(host: String, address: String)
    case answerTooLong(host: String)
    case cancelled

    package var description: String {
        switch self {
        case .badURL: "the URL can't be understood"
        case .nameNotFound(let host): "the name \(host) has no address"
        case .refused(let host): "\(host) refused the connection"
        case .connectionBroken(let host, let detail): "the connection to \(host) broke: \(detail)"
        case .timedOut(let host): "\(host) did not answer in time"
        case .untrusted(let host, let detail): "no trusted TLS with \(host): \(detail)"
        case .plainHTTPNotLocal(let host, let address):
            "\(host) is \(address), which is not on the local network, and the URL is plain http"
        case .answerTooLong(let host): "the answer of \(host) is too long"
        case .cancelled: "cancelled"
        }
    }
}

extension HTTPError {
    /// Whether something of the request may have left this machine.
    package var mayHaveLeft: Bool {
        switch self {
        case .badURL, .nameNotFound, .refused, .untrusted, .plainHTTPNotLocal: false
        case .connectionBroken, .timedOut, .answerTooLong, .cancelled: true
        }
    }
}
