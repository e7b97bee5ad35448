import FoundationEssentials
import SensorSDK
import Shared

/// Keys that nobody reads: right by the protocol, and mostly a slip of the pen.
enum UnknownKeys {
    private struct Message: Decodable {
        var sensors: [Keys]?
        var readings: [Keys]?
    }

    private struct Keys: Decodable {
        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
    }

    /// - Parameter line: A message that was understood.
    static func inMessage(_ line: [UInt8]) -> [String] {
        // One whose items are no objects is refused where they are read.
        guard let message = try? JSONDecoder().decode(Message.self, from: Data(line)) else { return [] }
        return words(message.sensors, PluginSensor.keys, "of a sensor")
            + words(message.readings, PluginReading.keys, "of a reading")
    }

    /// - Parameter object: JSON that was understood.
    static func inManifest(_ object: [UInt8], known: Set<String>) -> [String] {
        // It was an object when it was read as a manifest.
        let keys = try? JSONDecoder().decode(Keys.self, from: Data(object))
        return words(keys.map { [$0] }, known, "of the manifest")
    }

    private static func words(_ objects: [Keys]?, _ known: Set<String>, _ place: String) -> [String] {
        Set((objects ?? []).flatMap(\.names)).subtracting(known).sorted()
            .map { "'\($0.printable(limit: 40))' \(place)" }
    }
}
