import FoundationEssentials
import Glibc
import TestSupport

/// One recorded case of a foreign plugin: what its calls printed, and what must come of it.
struct PluginFixture: Sendable, Decodable, CustomStringConvertible {
    struct Call: Sendable, Decodable {
        var mode: String
        var exit: Int32?
        var timed_out: Bool?
        var stdout: String?
        var stderr: String?
        /// Seconds on the boot clock at which the answer came.
        var t: Double?
    }

    struct Expectation: Sendable, Decodable {
        var call: Int?
        var label: String?
        var graph: String?
        var measurement: String?
        var tags: [String: String]?
        var field: String?
        var metric: String?
        var labels: [String: String]?

        var optional: Bool?
        var accept: [Answer]?
        var kind: String?
        var device_class: String?
        var state_class: String?
        var name_contains: String?
        var attributes: [String: String]?
        var tolerance_s: Double?

        var answer: Answer

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            func value<Value: Decodable>(_ key: String) throws -> Value? {
                try container.decodeIfPresent(Value.self, forKey: Key(stringValue: key))
            }
            call = try value("call")
            label = try value("label")
            graph = try value("graph")
            measurement = try value("measurement")
            tags = try value("tags")
            field = try value("field")
            metric = try value("metric")
            labels = try value("labels")
            optional = try value("optional")
            accept = try value("accept")
            kind = try value("kind")
            device_class = try value("device_class")
            state_class = try value("state_class")
            name_contains = try value("name_contains")
            attributes = try value("attributes")
            tolerance_s = try value("tolerance_s")
            answer = try Answer(from: decoder)
            let known = [
                "call", "label", "graph", "measurement", "tags", "field", "metric", "labels", "optional", "accept",
                "kind",
                "device_class", "state_class", "name_contains", "attributes", "tolerance_s", "state", "unit",
                "unavailable",
                "not_listed", "tolerance", "note",
            ]
            let unknown = container.allKeys.map(\.stringValue).filter { !known.contains($0) }
            // A word that nobody looks at would be an expectation that nothing checks.
            guard unknown.isEmpty else { throw Problem(description: "unknown keys \(unknown)") }
        }

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
    }

    /// Why a case can't be played.
    struct Problem: Error, CustomStringConvertible {
        var description: String
    }

    /// One right answer.
    struct Answer: Sendable, Decodable {
        enum State: Sendable, Decodable {
            case number(Double)
            case flag(Bool)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                // The kind of value says which one is meant.
                if let flag = try? container.decode(Bool.self) {
                    self = .flag(flag)
                } else if let number = try? container.decode(Double.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }

        var state: State?
        var unit: String?
        var tolerance: Double?
        var unavailable: [String]?
        var not_listed: Bool?
    }

    var id: String
    var kind: String
    var calls: [Call]
    var expect: [Expectation]
    var distinct_ids: Bool?
    var distinct_names: Bool?
    var same_id_across_calls: Bool?
    var id_must_not_contain: [String]?
    var id_pattern: String?
    var exactly_one_per: [String]?
    var max_sensors: Int?
    var max_calls_per_poll: Int?
    var text_must_not_contain: [String]?
    var env_must: [String: String]?
    /// Where its files are.
    var folder = ""
    /// A broken case fails alone.
    var problem: Problem?

    private enum CodingKeys: String, CodingKey {
        case id, kind, calls, expect, distinct_ids, distinct_names, same_id_across_calls, id_must_not_contain,
            id_pattern
        case exactly_one_per, max_sensors, max_calls_per_poll, text_must_not_contain, env_must
    }

    var description: String { id }

    func bytes(_ file: String?) throws -> [UInt8] {
        guard let file else { return [] }
        return Array(try Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
    }

    static var isOtherSet: Bool { getenv("PLUGIN_FIXTURES") != nil }

    /// All cases of the folder that `PLUGIN_FIXTURES` names, or of the repository's own.
    static let all: [PluginFixture] = {
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let top = getenv("PLUGIN_FIXTURES").map { String(cString: $0) } ?? "\(here)/Fixtures/plugins"
        do {
            return try FileManager.default.contentsOfDirectory(atPath: top).sorted().compactMap { name in
                let path = "\(top)/\(name)/case.json"
                guard let data = FileManager.default.contents(atPath: path) else { return nil }
                do {
                    var fixture = try JSONDecoder().decode(PluginFixture.self, from: FixtureJSON.repaired(data))
                    fixture.folder = "\(top)/\(name)"
                    return fixture
                } catch {
                    let problem = Problem(description: "\(path): \(error)")
                    return PluginFixture(id: name, kind: "nagios", calls: [], expect: [], problem: problem)
                }
            }
        } catch {
            preconditionFailure("the fixtures of plugins can't be read: \(error)")
        }
    }()
}
