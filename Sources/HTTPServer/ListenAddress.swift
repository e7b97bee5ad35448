import Glibc

/// An address of this machine, in numbers, and a port.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// IPv4 or IPv6, without brackets.
    package let host: String
    /// 0 takes any free one.
    package let port: UInt16

    /// Any free port of 127.0.0.1.
    package static let anyPort = loopback(0)

    /// A port of 127.0.0.1; 0 takes any free one.
    package static func loopback(_ port: UInt16) -> ListenAddress { ListenAddress(host: "127.0.0.1", port: port) }

    init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// - Parameter text: `127.0.0.1:8127`, `[::1]:8127`, `localhost:8127`; `nil` for anything else, such as other names.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        var bytes = Self.room
        guard inet_pton(isBracketed ? AF_INET6 : AF_INET, host, &bytes) == 1 else { return nil }
        self.init(host: host, port: port)
    }

    /// Whether only this machine reaches it.
    package var isLoopback: Bool {
        var bytes = Self.room
        if inet_pton(AF_INET, host, &bytes) == 1 { return host.hasPrefix("127.") }
        let isSix = inet_pton(AF_INET6, host, &bytes) == 1
        return isSix && bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// For an address of either kind, as inet_pton(3) writes it.
    private static let room = [UInt8](repeating: 0, count: 16)

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
