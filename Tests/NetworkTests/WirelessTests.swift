import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Network

@Suite struct WirelessTests {
    let machine = FakeNetwork()
    let accessPoint = WirelessStation(address: [2, 0, 0, 0, 0, 0xAA], signal: -57, sendBitRate: 866_700_000)

    private let client = WirelessInterface(
        link: 3,
        isClient: true,
        networkName: Array("home".utf8),
        frequency: 5180
    )

    private func connect(_ wireless: WirelessInterface, _ station: WirelessStation?, isUp: Bool = true) {
        machine.connect([
            NetworkLink(
                index: 3,
                name: "wlp2s0",
                parent: "0000:02:00.0",
                permanentAddress: [2, 0, 0, 0, 0, 0x21],
                hasCarrier: isUp,
                operationalState: isUp ? .up : .dormant
            )
        ])
        machine.links.set([wireless], accessPoints: station.map { [3: $0] } ?? [:])
    }

    private func outcome(_ reading: String) async throws -> Reading.Outcome {
        try await machine.reading(reading, of: "wlp2s0").outcome
    }

    @Test("a connected card tells network, access point, signal, bit rate and frequency")
    func connected() async throws {
        connect(client, accessPoint)
        #expect(try await outcome("ssid") == .value(.text("home")))
        #expect(try await outcome("bssid") == .value(.text("02:00:00:00:00:aa")))
        #expect(try await outcome("signal") == .value(.integer(-57)))
        #expect(try await outcome("bitrate") == .value(.number(866.7)))
        #expect(try await outcome("frequency") == .value(.integer(5180)))
    }

    @Test("network name and access point tell where the machine is, and no other sensor carries them")
    func sensitivity() async throws {
        connect(client, accessPoint)
        let sensors = try await machine.sensors()
        for sensor in sensors {
            let isLocating = ["ssid", "bssid", "ipv4", "ipv6", "other_addresses"].contains(sensor.id.reading)
            #expect((sensor.sensitivity == .location) == isLocating, "\(sensor.id)")
        }
        let plain = Set(sensors.filter { $0.sensitivity == .plain }.map(\.id))
        let readings = await inWorld(machine.enter) { await machine.provider.read(plain) }
        #expect(readings.allSatisfy { !"\($0)".contains("home") && !"\($0)".contains("00:aa") })
    }

    @Test("without a connection all of it is without meaning")
    func disconnected() async throws {
        connect(WirelessInterface(link: 3, isClient: true), nil, isUp: false)
        for reading in ["ssid", "bssid", "signal", "bitrate", "frequency"] {
            #expect(try await outcome(reading) == .unavailable(.notApplicable), "\(reading)")
        }
    }

    @Test("the average stands in for a signal that the driver does not tell; garbage is implausible")
    func signal() async throws {
        var station = WirelessStation(address: accessPoint.address)
        connect(client, station)
        #expect(try await outcome("signal") == .unavailable(.noData))
        station.averageSignal = -61
        connect(client, station)
        #expect(try await outcome("signal") == .value(.integer(-61)))
        for garbage: Int8 in [0, 12, .min] {
            station.signal = garbage
            connect(client, station)
            #expect(try await outcome("signal") == .unavailable(.implausible))
        }
    }

    @Test("an access point tells of its network, and of none of the machines that are connected to it")
    func isAccessPoint() async throws {
        let own = WirelessInterface(link: 3, isClient: false, networkName: Array("mine".utf8), frequency: 2412)
        connect(own, accessPoint)
        #expect(try await outcome("ssid") == .value(.text("mine")))
        let readings = Set(try await machine.sensors().map(\.id.reading))
        #expect(readings.isDisjoint(with: ["bssid", "signal", "bitrate"]))
        // One that was a client before.
        let id = try #require(try await machine.sensors().first { $0.id.reading == "ssid" }).id
        #expect(try await machine.read("network.\(id.thing).bssid") == .unavailable(.notApplicable))
    }

    @Test(
        "a network name is shown as it is, or with its bytes where it is no text or could deceive",
        arguments: [
            (Array("Café 5G".utf8), "Café 5G"), (Array("🏠 wlan".utf8), "🏠 wlan"),
            ([0x43, 0x61, 0x66, 0xE9], "Caf\\xe9"), (Array("a\u{202E}b".utf8), "a\\xe2\\x80\\xaeb"),
            (Array("a\nb\\".utf8), "a\\x0ab\\x5c"), (Array("\u{1B}[2J".utf8), "\\x1b[2J"),
            ([0xFF] + Array(repeating: 0x01, count: 31), "\\xff" + String(repeating: "\\x01", count: 31)),
        ]
    )
    func names(bytes: [UInt8], text: String) async throws {
        connect(WirelessInterface(link: 3, isClient: true, networkName: bytes), accessPoint)
        #expect(try await outcome("ssid") == .value(.text(text)))
    }

    @Test("a hidden name is no data", arguments: [[], [0], [0, 0, 0, 0]] as [[UInt8]])
    func hidden(bytes: [UInt8]) async throws {
        connect(WirelessInterface(link: 3, isClient: true, networkName: bytes), accessPoint)
        #expect(try await outcome("ssid") == .unavailable(.noData))
    }

    @Test("a machine without Wi-Fi, or without netlink, offers none of it")
    func none() async throws {
        connect(client, accessPoint)
        machine.links.set([WirelessInterface]())
        #expect(try await machine.sensors().allSatisfy { $0.id.reading != "ssid" })
        machine.links.fail(with: .absent)
        machine.plug("wlp2s0", at: "pci0000:00/0000:02:00.0", ["phy80211/index": "0"])
        #expect(try await machine.sensors().allSatisfy { !["ssid", "speed"].contains($0.id.reading) })
    }
}
