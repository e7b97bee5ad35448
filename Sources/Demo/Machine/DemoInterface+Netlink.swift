import Shared

extension DemoInterface {
    /// ``NetworkLink/index``
    var number: Int32 { Int32(index) }

    func link(on machine: DemoMachine) -> NetworkLink {
        NetworkLink(
            index: number,
            name: name,
            parent: device.split(separator: "/").last.map(String.init),
            permanentAddress: hardwareAddress.split(separator: ":").compactMap { UInt8($0, radix: 16) },
            receivedBytes: receivedBytes(on: machine),
            sentBytes: sentBytes(on: machine)
        )
    }

    func receivedBytes(on machine: DemoMachine) -> UInt64 {
        machine.total(meanRate: meanReceiveRate, every: 20)
    }

    func sentBytes(on machine: DemoMachine) -> UInt64 {
        machine.total(meanRate: meanReceiveRate / 8, every: 12)
    }

    var addresses: [InterfaceAddress] {
        let digits = Array(ipv6.utf8)
        let ipv6Bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
        return [
            InterfaceAddress(link: number, family: .ipv4, bytes: ipv4),
            InterfaceAddress(link: number, family: .ipv6, bytes: ipv6Bytes),
        ]
    }

    /// Behind every default route of the machine below.
    var defaultRoute: DefaultRoute {
        DefaultRoute(link: number, family: .ipv4, metric: 20_000 + UInt32(number & 0xF))
    }

    /// `nil` for a wired one.
    var wireless: WirelessInterface? {
        guard isWireless else { return nil }
        return WirelessInterface(
            link: number,
            isClient: true,
            networkName: Array("Demo network".utf8),
            frequency: 5180
        )
    }

    func accessPoint(on machine: DemoMachine) -> WirelessStation? {
        guard isWireless else { return nil }
        return WirelessStation(
            address: [0x02, 0, 0, 0xDE, 0, 0xAA],
            signal: Int8(machine.swing(-66, -48, every: 40)),
            sendBitRate: 866_700_000
        )
    }
}
