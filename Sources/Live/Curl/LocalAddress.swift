import Glibc

/// An address that is on this machine or on its local network: loopback, link-local, private (RFC 1918), unique local (ULA)
/// and shared (100.64/10), for IPv4 also in its IPv6 form (`::ffff:…`).
struct LocalAddress: Sendable, Hashable {
    let text: String

    /// - Parameter text: A numeric address. A zone behind `%` does not matter.
    /// - Returns: `nil` if it is elsewhere or no numeric address.
    init?(_ text: String) {
        let address = text.prefix { $0 != "%" }
        guard LocalAddress.isLocalV4(String(address)) || LocalAddress.isLocalV6(String(address)) else { return nil }
        self.text = text
    }

    private static func isLocalV4(_ text: String) -> Bool {
        var address = in_addr()
        guard inet_pton(AF_INET, text, &address) == 1 else { return false }
        return withUnsafeBytes(of: address) { isLocalV4($0) }
    }

    private static func isLocalV6(_ text: String) -> Bool {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return false }
        return withUnsafeBytes(of: address) { bytes in
            switch (bytes[0], bytes[1]) {
            case (0xFC...0xFD, _): true
            case (0xFE, 0x80...0xBF): true
            case (0, 0) where bytes.prefix(15).allSatisfy { $0 == 0 }: bytes[15] == 1
            case (0, 0) where bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF:
                isLocalV4(UnsafeRawBufferPointer(rebasing: bytes[12...]))
            default: false
            }
        }
    }

    /// - Parameter bytes: The four bytes, in the order that they are written.
    private static func isLocalV4(_ bytes: UnsafeRawBufferPointer) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (127, _), (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): true
        default: false
        }
    }
}
