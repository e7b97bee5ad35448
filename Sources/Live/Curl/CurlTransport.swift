package import Shared

/// HTTP by Debian's libcurl. Certificates are checked against the machine's own store.
package struct CurlTransport: HTTPTransport {
    private let certificates: String
    private let isLocal: @Sendable (_ address: String) -> Bool

    package init() {
        self.init(certificates: "/etc/ssl/certs", isLocal: { LocalAddress($0) != nil })
    }

    /// - Parameters:
    ///   - certificates: A folder of trusted certificates, as `openssl rehash` makes it.
    ///   - isLocal: Whether a request of ``HTTPRequest/PlainHTTP/onlyLocal`` may go to this numeric address.
    init(certificates: String, isLocal: @escaping @Sendable (_ address: String) -> Bool) {
        self.certificates = certificates
        self.isLocal = isLocal
    }

    package func connection() -> any HTTPConnection {
        CurlConnection(certificates: certificates, isLocal: isLocal)
    }
}
