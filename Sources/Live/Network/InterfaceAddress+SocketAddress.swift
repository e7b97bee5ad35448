import Glibc
import Shared

extension InterfaceAddress {
    /// - Returns: `nil` for anything but IPv4 and IPv6, such as the link-layer address that each interface has.
    init?(interface: String, socketAddress: UnsafeMutablePointer<sockaddr>) {
        let place = UnsafeRawPointer(socketAddress)
        let family: Family
        let bytes: [UInt8]
        switch Int32(socketAddress.pointee.sa_family) {
        case AF_INET:
            let address = place.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_addr
            (family, bytes) = (.ipv4, withUnsafeBytes(of: address) { Array($0) })
        case AF_INET6:
            let address = place.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_addr
            (family, bytes) = (.ipv6, withUnsafeBytes(of: address) { Array($0) })
        default:
            return nil
        }
        let code = family == .ipv4 ? AF_INET : AF_INET6
        let length = Int(INET6_ADDRSTRLEN)
        let text = String(capacity: length) { inet_ntop(code, bytes, $0, socklen_t(length)) != nil }
        guard let text else { return nil }
        self.init(interface: interface, family: family, bytes: bytes, text: text)
    }
}
