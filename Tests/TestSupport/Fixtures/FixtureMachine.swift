import FoundationEssentials
import Glibc
package import Shared

/// The machine of a case: its files, devices, addresses and clock, moved on from sample to sample.
package struct FixtureMachine: Sendable {
    package let files = FakeFileTree()
    package let devices = FakeDeviceEvents()
    package let links = FakeNetworkLinks()
    package let clock = TestClock()
    private let fixture: FixtureCase

    package init(_ fixture: FixtureCase) {
        self.fixture = fixture
    }

    /// Puts the machine's parts into a world.
    package func enter(_ world: inout World) {
        world.use(clock)
        world.files = files
        world.deviceEvents = devices
        world.networkLinks = links
    }

    /// Makes the machine look as in a sample and moves the clock there; to be called once for each, in order.
    package func show(sample: Int) throws {
        if let file = fixture.first(of: "sample\(sample).umockdev", "device.umockdev") {
            let text = String(decoding: try fixture.bytes(of: file), as: UTF8.self)
            let description = try UmockdevDescription(text)
            files.load(umockdev: description)
            devices.set(description.devices)
        }
        if let file = fixture.first(of: "sample\(sample).mountinfo", "mountinfo") {
            files.write(try fixture.bytes(of: file), to: "/proc/self/mountinfo")
        }
        for file in ["if_inet6", "route", "ipv6_route"] where fixture.files.contains(file) {
            files.write(try fixture.bytes(of: file), to: "/proc/net/\(file)")
        }
        if fixture.files.contains("addresses.json") {
            links.set(try addresses())
        }
        guard sample > 0 else {
            for (path, errors) in fixture.readErrors ?? [:] { files.fail("/sys/\(path)", inTurn: errors.codes) }
            return
        }
        let times = fixture.sampleTimes ?? []
        clock.advance(by: .seconds(sample < times.count ? times[sample] - times[sample - 1] : 60))
    }

    private func addresses() throws -> [InterfaceAddress] {
        struct Entry: Decodable {
            var ifname: String
            var address: String
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(fixture.bytes(of: "addresses.json")))
        return entries.map { entry in
            let isIPv6 = entry.address.contains(":")
            var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
            inet_pton(isIPv6 ? AF_INET6 : AF_INET, entry.address, &bytes)
            return InterfaceAddress(
                interface: entry.ifname,
                family: isIPv6 ? .ipv6 : .ipv4,
                bytes: bytes,
                text: entry.address
            )
        }
    }
}
