import FoundationEssentials
import Shared
import TestSupport

@testable import Live

/// What nl80211 says of Wi-Fi interfaces, in the kernel's own bytes.
struct FixtureWireless {
    private struct Answers: Decodable {
        var interface: String
        /// `nil` while it is connected to nothing.
        var station: String?

        enum CodingKeys: String, CodingKey {
            case interface = "get_interface_hex"
            case station = "get_station_hex"
        }
    }

    private let answers: [Answers]

    /// - Parameter json: The answers for one interface, or a list of them.
    init(_ json: [UInt8]) throws {
        let decoder = JSONDecoder()
        let isList = json.first { !" \n\t".utf8.contains($0) } == UInt8(ascii: "[")
        answers =
            isList
            ? try decoder.decode([Answers].self, from: Data(json))
            : [try decoder.decode(Answers.self, from: Data(json))]
    }

    /// Decodes the answers as the live machine would.
    func show(on machine: FixtureMachine) throws {
        var interfaces: [WirelessInterface] = []
        var accessPoints: [Int32: WirelessStation] = [:]
        for answer in answers {
            let bytes = try Self.bytes(answer.interface)
            guard let interface = Self.read(bytes, WirelessInterface.init), let name = Self.read(bytes, Self.name)
            else {
                throw FixtureCase.Failure(description: "\(answer.interface) is no Wi-Fi interface")
            }
            machine.number(name, interface.link)
            interfaces.append(interface)
            guard let station = answer.station else { continue }
            accessPoints[interface.link] = Self.read(try Self.bytes(station), WirelessStation.init)
        }
        machine.links.set(interfaces, accessPoints: accessPoints)
    }

    private static func bytes(_ hexadecimal: String) throws -> [UInt8] {
        let digits = Array(hexadecimal)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        guard bytes.count * 2 == digits.count else {
            throw FixtureCase.Failure(description: "'\(hexadecimal)' is not hexadecimal")
        }
        return bytes
    }

    private static func read<Value>(_ bytes: [UInt8], _ decode: (NetlinkAttributes) -> Value) -> Value {
        bytes.withUnsafeBytes { decode(NetlinkAttributes($0)) }
    }

    /// `NL80211_ATTR_IFNAME`
    private static func name(_ attributes: NetlinkAttributes) -> String? {
        var name: String?
        attributes.forEach { number, payload in
            if number == 4 { name = payload.text }
        }
        return name
    }
}
