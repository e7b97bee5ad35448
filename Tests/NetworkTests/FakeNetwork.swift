import Network
import SensorSDK
import Shared
import TestSupport
import Testing

/// A machine whose interfaces a test plugs in and out.
struct FakeNetwork {
    let files = FakeFileTree()
    let devices = FakeDeviceEvents()
    let links = FakeNetworkLinks()
    let clock = TestClock()
    let provider: NetworkProvider

    init(named: [String] = []) {
        provider = NetworkProvider(context: .test(namedSources: named))
    }

    /// An interface, up, with counters at 1000 and 2000.
    ///
    /// - Parameters:
    ///   - parent: Below `/sys/devices`; `nil` for an interface without hardware.
    ///   - changed: Files that differ from those of a plain card; `nil` takes one away.
    func plug(_ name: String, at parent: String?, _ changed: [String: String?] = [:]) {
        let path = parent.map { "/sys/devices/\($0)/net/\(name)" } ?? "/sys/devices/virtual/net/\(name)"
        var attributes: [String: String?] = [
            "address": "02:00:00:00:00:01", "addr_assign_type": "0", "dev_port": "0", "operstate": "up",
            "carrier": "1", "flags": "0x1003", "speed": "1000", "statistics/rx_bytes": "1000",
            "statistics/tx_bytes": "2000", "uevent": "INTERFACE=\(name)",
        ]
        attributes.merge(changed) { $1 }
        for case (let file, let text?) in attributes { files.write(text + "\n", to: "\(path)/\(file)") }
        if parent != nil { files.link("\(path)/device", to: "../..") }
        files.link("/sys/class/net/\(name)", to: path)
    }

    /// Lets netlink tell these interfaces, with no addresses and no routes.
    func connect(_ links: [NetworkLink]) {
        self.links.set(links)
        self.links.set([InterfaceAddress]())
        self.links.set([DefaultRoute]())
    }

    func unplug(_ name: String) throws {
        files.remove(try files.resolved("/sys/class/net/\(name)"))
        files.remove("/sys/class/net/\(name)")
    }

    func set(_ file: String, of name: String, to text: String) throws {
        files.write(text + "\n", to: try files.resolved("/sys/class/net/\(name)") + "/" + file)
    }

    func sensors() async throws -> [Sensor] {
        try await inWorld(enter) { try await provider.sensors() }
    }

    /// Things by name of the device.
    func things() async throws -> [String: String] {
        Dictionary(try await sensors().map { ($0.device, $0.id.thing) }) { first, _ in first }
    }

    func read(_ id: String) async throws -> Reading.Outcome {
        let id = try SensorID(id)
        let readings = await inWorld(enter) { await provider.read([id]) }
        return readings.first { $0.sensor == id }?.outcome ?? .unavailable(.plugin)
    }

    /// A reading of the interface that people call so.
    func reading(_ reading: String, of name: String) async throws -> Reading {
        let sensors = try await sensors()
        let id = sensors.first { $0.device == name && $0.id.reading == reading }?.id
        let offered = try #require(id, "\(name) \(reading) is not offered")
        let readings = await inWorld(enter) { await provider.read([offered]) }
        return try #require(readings.first { $0.sensor == offered })
    }

    func enter(_ world: inout World) {
        world.use(clock)
        world.files = files
        world.deviceEvents = devices
        world.networkLinks = links
    }
}
