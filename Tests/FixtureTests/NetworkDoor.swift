import FoundationEssentials
import SensorSDK
import Shared
import TestSupport

@testable import Network

struct NetworkDoor: FixtureDoor {
    let provider: any SensorProvider
    let machine: FixtureMachine
    private let fixture: FixtureCase
    private let context: ProviderContext
    /// These remember as the provider does.
    private let things = ThingNames()
    private let memory = NetworkMemory()

    init(_ fixture: FixtureCase) {
        self.fixture = fixture
        machine = FixtureMachine(fixture)
        let named = Set(fixture.expect.filter { $0.enabledByUser == true }.compactMap(\.device))
        context = .test(namedSources: named.sorted())
        provider = NetworkProvider(context: context)
    }

    func enter(_ world: inout World) {
        machine.enter(&world)
    }

    func show(sample: Int) throws {
        if try fixture.input(.devices, sample: sample) == nil { try showCards(sample: sample) }
        try machine.show(sample: sample)
        if let json = try fixture.input(.wireless, sample: sample) { try FixtureWireless(json).show(on: machine) }
    }

    /// A case of addresses or routes alone shows no `/sys`: its interfaces are plain cards.
    private func showCards(sample: Int) throws {
        for (number, name) in try interfaces(sample: sample).sorted().enumerated() {
            let path = "/sys/devices/card\(number)/net/\(name)"
            machine.files.write("up\n", to: "\(path)/operstate")
            machine.files.link("\(path)/device", to: "../..")
            machine.files.link("/sys/class/net/\(name)", to: "../../devices/card\(number)/net/\(name)")
        }
    }

    func look(_ isLooking: Bool) {
        machine.files.isPeeking = isLooking
    }

    func fail(_ isFailing: Bool) {
        machine.files.isFaultless = !isFailing
    }

    func ids(of targets: Set<FixtureTarget>) throws -> [FixtureTarget: SensorID] {
        let network = try NetworkInterfaces(Current, context: context, things: things, memory: memory)
        var ids: [FixtureTarget: SensorID] = [:]
        for target in targets {
            let interface = network.all.first { $0.name == target.device }
            let thing = target.device == "*system" ? NetworkInterfaces.machine : interface?.thing
            ids[target] = try thing.map { try SensorID(family: "network", thing: $0, reading: target.reading) }
        }
        return ids
    }

    /// All that the case's files of addresses and routes name.
    private func interfaces(sample: Int) throws -> Set<String> {
        func column(_ input: FixtureInput, _ number: Int, skipping lines: Int = 0) throws -> [String] {
            let text = String(decoding: try fixture.input(input, sample: sample) ?? [], as: UTF8.self)
            return text.split(separator: "\n").dropFirst(lines).compactMap { line in
                let fields = line.split { $0 == " " || $0 == "\t" }
                return fields.indices.contains(number) ? String(fields[number]) : nil
            }
        }
        struct Address: Decodable {
            var ifname: String
        }
        let json = try fixture.input(.addresses, sample: sample)
        let addresses = try json.map { try JSONDecoder().decode([Address].self, from: Data($0)).map(\.ifname) } ?? []
        let names =
            try addresses + column(.ipv6Addresses, 5) + column(.ipv6Routes, 9) + column(.ipv4Routes, 0, skipping: 1)
        return Set(names).subtracting(["lo"])
    }
}
