import CMnl
import Glibc
import Shared

extension InterfaceAddress {
    /// - Parameter message: `RTM_NEWADDR` or `RTM_DELADDR`.
    /// - Returns: `nil` for anything but IPv4 and IPv6.
    init?(_ message: NetlinkMessage) {
        guard let header = message.header(ifaddrmsg.self), let link = Int32(exactly: header.ifa_index) else {
            return nil
        }
        let family: Family
        switch Int32(header.ifa_family) {
        case AF_INET: family = .ipv4
        case AF_INET6: family = .ipv6
        default: return nil
        }
        var flags = UInt32(header.ifa_flags)
        var own: [UInt8]?
        var other: [UInt8]?
        message.attributes(after: ifaddrmsg.self).forEach { number, payload in
            switch number {
            case IFA_LOCAL: own = Array(payload)
            // The other end of a line between two machines, where there is an own one too.
            case IFA_ADDRESS: other = Array(payload)
            case IFA_FLAGS: flags = payload.value(UInt32.self) ?? flags
            default: break
            }
        }
        guard let bytes = own ?? other, bytes.count == (family == .ipv4 ? 4 : 16) else { return nil }
        self.init(
            link: link,
            family: family,
            bytes: bytes,
            scope: Self.scope(header.ifa_scope),
            flags: Self.flags(flags, family)
        )
    }

    private static func scope(_ number: UInt8) -> Scope {
        switch UInt32(number) {
        case ..<RT_SCOPE_SITE.rawValue: .global
        case ..<RT_SCOPE_LINK.rawValue: .site
        case RT_SCOPE_LINK.rawValue: .link
        default: .host
        }
    }

    private static func flags(_ bits: UInt32, _ family: Family) -> Flags {
        var flags: Flags = []
        // One bit with two meanings.
        if bits & UInt32(IFA_F_TEMPORARY) != 0 { flags.insert(family == .ipv4 ? .secondary : .temporary) }
        if bits & UInt32(IFA_F_DEPRECATED) != 0 { flags.insert(.deprecated) }
        if bits & UInt32(IFA_F_TENTATIVE) != 0 { flags.insert(.tentative) }
        if bits & UInt32(IFA_F_DADFAILED) != 0 { flags.insert(.duplicate) }
        if bits & UInt32(IFA_F_PERMANENT) != 0 { flags.insert(.permanent) }
        return flags
    }
}
