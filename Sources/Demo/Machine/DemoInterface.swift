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
    /// Bytes a second.
    let meanReceiveRate: Double

    /// Below `/sys/devices`.
    var path: String { "\(device)/net/\(name)" }

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
            meanReceiveRate: 22_000
        ),
    ]
}
