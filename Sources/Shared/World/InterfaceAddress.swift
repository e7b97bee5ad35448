/// One address of one network interface.
package struct InterfaceAddress: Sendable, Hashable {
    package enum Family: Sendable, Hashable {
        case ipv4, ipv6
    }

    /// `enp3s0`
    package var interface: String
    package var family: Family
    /// 4 or 16 bytes in network order.
    package var bytes: [UInt8]
    /// As people write it, without scope and prefix: `192.0.2.7`, `2001:db8::7`.
    package var text: String

    package init(interface: String, family: Family, bytes: [UInt8], text: String) {
        self.interface = interface
        self.family = family
        self.bytes = bytes
        self.text = text
    }
}
