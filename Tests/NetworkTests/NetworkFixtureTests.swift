import FoundationEssentials
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Live
@testable import Network

@Suite struct NetworkFixtureTests {
    @Test("every network of the fixtures is told as expected", arguments: try FixtureCase.all(of: "network"))
    func fixture(_ fixture: FixtureCase) async throws {
        try await fixture.walk(
            NetworkProvider(context: .test()),
            prepare: { machine, _ in
                guard fixture.files.contains("nl80211.json") else { return }
                try Self.showWireless(try fixture.bytes(of: "nl80211.json"), on: machine)
            }
        ) { expectation, _ in
            let network = try NetworkInterfaces(
                Current,
                context: .test(),
                things: ThingNames(),
                memory: NetworkMemory()
            )
            let interface = network.all.first { $0.name == expectation.device }
            let thing = expectation.device == "*system" ? NetworkInterfaces.machine : interface?.thing
            return try thing.map { try SensorID(family: "network", thing: $0, reading: expectation.reading ?? "") }
        }
    }

    /// Decodes the kernel's answers as the live machine would.
    private static func showWireless(_ json: [UInt8], on machine: FixtureMachine) throws {
        struct Answers: Decodable {
            var interface: String
            var station: String?

            enum CodingKeys: String, CodingKey {
                case interface = "get_interface_hex"
                case station = "get_station_hex"
            }
        }
        let answers = try JSONDecoder().decode(Answers.self, from: Data(json))
        let bytes = NetlinkBytes(hexadecimal: answers.interface)
        let interface = try #require(bytes.read { WirelessInterface($0) })
        machine.number(bytes.interfaceName ?? "", interface.link)
        let station = answers.station.flatMap { NetlinkBytes(hexadecimal: $0).read { WirelessStation($0) } }
        machine.links.set([interface], accessPoints: station.map { [interface.link: $0] } ?? [:])
    }
}
