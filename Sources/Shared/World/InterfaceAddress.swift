import Glibc

/// One address of one network interface.
package struct InterfaceAddress: Sendable, Hashable {
    package enum Family: Sendable, Hashable {
        case ipv4, ipv6
    }

    /// How far it is valid.
    package enum Scope: Sendable, Hashable {
        case global, site, link, host
    }

    package struct Flags: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// IPv4: another one of the same network came first.
        package static let secondary = Flags(rawValue: 1 << 0)
        /// IPv6: made up for privacy, and replaced every day.
        package static let temporary = Flags(rawValue: 1 << 1)
        /// About to go.
        package static let deprecated = Flags(rawValue: 1 << 2)
        /// Not yet known to be free.
        package static let tentative = Flags(rawValue: 1 << 3)
        /// Somebody else has it (`dadfailed`).
        package static let duplicate = Flags(rawValue: 1 << 4)
        /// Set by hand or by a program, and without an end.
        package static let permanent = Flags(rawValue: 1 << 5)
    }

    /// ``NetworkLink/index`` of its interface.
    package var link: Int32
    package var family: Family
    /// 4 or 16 bytes in network order.
    package var bytes: [UInt8]
    package var scope: Scope
    package var flags: Flags

    package init(link: Int32, family: Family, bytes: [UInt8], scope: Scope = .global, flags: Flags = .permanent) {
        self.link = link
        self.family = family
        self.bytes = bytes
        self.scope = scope
        self.flags = flags
    }

    /// As people write it, without prefix: `192.0.2.7`, `2001:db8::7`; `nil` when the bytes are too few.
    package var text: String? {
        guard bytes.count == (family == .ipv4 ? 4 : 16) else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let code = family == .ipv4 ? AF_INET : AF_INET6
        guard inet_ntop(code, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
