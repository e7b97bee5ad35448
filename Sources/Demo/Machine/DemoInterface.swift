import Shared

/// A network interface with a device behind it.
struct DemoInterface: Sendable {
    let name: String
    /// As in `if_inet6`; high, so that it never meets one of the machine below.
    let index: Int
    /// Below `/sys/devices`.
    let device: String
    let hardwareAddress: String
    let isWireless: Bool
    /// Mbit/s; a wireless interface tells none.
    let speed: Int?
    let ipv4: [UInt8]
    /// All 16 bytes, in hexadecimal.
    let ipv6: String
    /// The same as people write it.
    let ipv6Text: String
    /// Bytes a second.
    let meanReceiveRate: Double

    /// Below `/sys/devices`.
    var path: String { "\(device)/net/\(name)" }

    /// In network order.
    var addresses: [InterfaceAddress] {
        let digits = Array(ipv6.utf8)
        let ipv6Bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
        return [
            InterfaceAddress(
                interface: name,
                family: .ipv4,
                bytes: ipv4,
                text: ipv4.map { "\($0)" }.joined(separator: ".")
            ),
            InterfaceAddress(interface: name, family: .ipv6, bytes: ipv6Bytes, text: ipv6Text),
        ]
    }

    static let all = [
        DemoInterface(
            name: "demo0",
            index: 0xd0,
            device: "pci00de:00/00de:00:1f.6",
            hardwareAddress: "02:00:00:de:00:01",
            isWireless: false,
            speed: 1000,
            ipv4: [192, 0, 2, 17],
            ipv6: "20010db8000100000000000000000017",
            ipv6Text: "2001:db8:1::17",
            meanReceiveRate: 180_000
        ),
        DemoInterface(
            name: "demowlan0",
            index: 0xd1,
            device: "pci00de:00/00de:00:14.3",
            hardwareAddress: "02:00:00:de:00:02",
            isWireless: true,
            speed: nil,
            ipv4: [192, 0, 2, 18],
            ipv6: "20010db8000100000000000000000018",
            ipv6Text: "2001:db8:1::18",
            meanReceiveRate: 22_000
        ),
    ]
}
