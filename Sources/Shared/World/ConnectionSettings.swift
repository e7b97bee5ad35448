/// How the owner of a server wants it to be reached and trusted. Without any of it: the machine's own certificates, no proxy.
package struct ConnectionSettings: Sendable, Hashable, Codable {
    /// Certificates (PEM) that are trusted besides the machine's own, such as that of a private authority.
    package var certificates: String?
    /// Digests of public keys, one of which the server must have besides a trusted certificate: `sha256//BASE64`, several joined
    /// by `;`, as libcurl takes them. Counts for `https` only.
    package var pinnedKeys: String?
    /// Certificate and private key (PEM, both in one text) that this machine shows to a server that asks for one.
    package var clientCertificate: Secret?
    /// `http`, `https`, `socks5` or `socks5h` URL of a proxy, perhaps with name and password. Only `https` goes through it, so
    /// that it sees no content.
    package var proxy: Secret?

    package init(
        certificates: String? = nil,
        pinnedKeys: String? = nil,
        clientCertificate: Secret? = nil,
        proxy: Secret? = nil
    ) {
        self.certificates = certificates
        self.pinnedKeys = pinnedKeys
        self.clientCertificate = clientCertificate
        self.proxy = proxy
    }

    private enum CodingKeys: String, CodingKey {
        case certificates = "ca"
        case pinnedKeys = "pinned_keys"
        case clientCertificate = "client_certificate"
        case proxy
    }

    /// - Parameter other: What holds where this says nothing.
    package func completed(by other: ConnectionSettings?) -> ConnectionSettings {
        ConnectionSettings(
            certificates: certificates ?? other?.certificates,
            pinnedKeys: pinnedKeys ?? other?.pinnedKeys,
            clientCertificate: clientCertificate ?? other?.clientCertificate,
            proxy: proxy ?? other?.proxy
        )
    }
}
