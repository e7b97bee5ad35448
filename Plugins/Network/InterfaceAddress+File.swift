import Shared

extension InterfaceAddress {
    private static let temporary: UInt8 = 0x01
    private static let duplicate: UInt8 = 0x08
    private static let deprecated: UInt8 = 0x20
    private static let tentative: UInt8 = 0x40
    private static let permanent: UInt8 = 0x80

    /// One line of `/proc/net/if_inet6`, and the name of the interface in it.
    ///
    /// - Parameter line: Address, interface's number, prefix length, scope and flags in hexadecimal, and the name.
    static func named(inLine line: Substring) -> (name: String, address: InterfaceAddress)? {
        let fields = line.split(separator: " ")
        guard fields.count == 6, let bytes = bytes(fields[0]), let link = Int32(fields[1], radix: 16) else {
            return nil
        }
        guard let scope = UInt8(fields[3], radix: 16), let bits = UInt8(fields[4], radix: 16) else { return nil }
        var flags: Flags = []
        if bits & temporary != 0 { flags.insert(.temporary) }
        if bits & duplicate != 0 { flags.insert(.duplicate) }
        if bits & deprecated != 0 { flags.insert(.deprecated) }
        if bits & tentative != 0 { flags.insert(.tentative) }
        if bits & permanent != 0 { flags.insert(.permanent) }
        let address = InterfaceAddress(
            link: link,
            family: .ipv6,
            bytes: bytes,
            scope: Self.scope(scope),
            flags: flags
        )
        return (String(fields[5]), address)
    }

    private static func scope(_ number: UInt8) -> Scope {
        switch number {
        case 0x00: .global
        case 0x10: .host
        case 0x20: .link
        default: .site
        }
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let digits = Array(digits)
        guard digits.count == 32 else { return nil }
        let bytes = stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return bytes.count == 16 ? bytes : nil
    }
}
