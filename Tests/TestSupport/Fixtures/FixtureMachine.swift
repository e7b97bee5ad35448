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
        if let bytes = try fixture.input(.devices, sample: sample) {
            let description = try UmockdevDescription(String(decoding: bytes, as: UTF8.self))
            files.load(umockdev: description)
            devices.set(description.devices)
        }
        if let bytes = try fixture.input(.mounts, sample: sample) { files.write(bytes, to: "/proc/self/mountinfo") }
        for input in [FixtureInput.ipv6Addresses, .ipv4Routes, .ipv6Routes] {
            guard let bytes = try fixture.input(input, sample: sample) else { continue }
            files.write(bytes, to: "/proc/net/\(input.rawValue)")
        }
        if let json = try fixture.input(.addresses, sample: sample) { try showAddresses(json, sample: sample) }
        guard sample > 0 else {
            for (path, errors) in fixture.readErrors ?? [:] { files.fail("/sys/\(path)", inTurn: errors.codes) }
            return
        }
        let pause = Self.pause(before: sample, fixture.sampleTimes) ?? 60
        let awake = Self.pause(before: sample, fixture.sampleMonotonicTimes) ?? pause
        clock.suspend(for: .seconds(pause - awake))
        clock.advance(by: .seconds(awake))
    }

    private static func pause(before sample: Int, _ times: [Double]?) -> Double? {
        guard let times, times.indices.contains(sample), sample > 0 else { return nil }
        return times[sample] - times[sample - 1]
    }

    /// Gives an interface its number, where its files don't tell one.
    package func number(_ name: String, _ index: Int32) {
        let folder = "/sys/class/net/\(name)"
        // Where there is no such folder, there is nothing to number.
        guard let path = try? files.resolved(folder), (try? files.read("\(path)/ifindex", limit: 1)) == nil else {
            return
        }
        files.write("\(index)\n", to: "\(path)/ifindex")
    }

    /// As `ip -j address` tells them. Interfaces that no file shows are plain cards.
    private func showAddresses(_ json: [UInt8], sample: Int) throws {
        struct Entry: Decodable {
            var ifname: String
            var address: String
            var scope: String?
            var flags: [String]?
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(json))
        var numbers: [String: Int32] = [:]
        for name in Set(entries.map(\.ifname)).sorted() {
            let index = Int32(numbers.count + 2)
            // A file that tells no number gets one.
            numbers[name] = (try? files.text("/sys/class/net/\(name)/ifindex")).flatMap { Int32($0) } ?? index
            number(name, index)
        }
        if try fixture.input(.devices, sample: sample) == nil {
            links.set(numbers.map { NetworkLink(index: $1, name: $0, parent: "0000:03:00.0") })
        }
        links.set(
            entries.map { entry in
                let isIPv6 = entry.address.contains(":")
                var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
                inet_pton(isIPv6 ? AF_INET6 : AF_INET, entry.address, &bytes)
                return InterfaceAddress(
                    link: numbers[entry.ifname] ?? 0,
                    family: isIPv6 ? .ipv6 : .ipv4,
                    bytes: bytes,
                    scope: ["link": .link, "host": .host, "site": .site][entry.scope] ?? .global,
                    flags: Self.flags(entry.flags ?? [])
                )
            }
        )
    }

    private static func flags(_ words: [String]) -> InterfaceAddress.Flags {
        let known: [String: InterfaceAddress.Flags] = [
            "secondary": .secondary, "temporary": .temporary, "deprecated": .deprecated, "tentative": .tentative,
            "dadfailed": .duplicate, "permanent": .permanent,
        ]
        return words.reduce(into: []) { $0.formUnion(known[$1] ?? []) }
    }
}
