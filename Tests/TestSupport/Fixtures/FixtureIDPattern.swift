package import SensorSDK

/// A regular expression that ids match: all of them, or those of some `device/reading`.
package enum FixtureIDPattern: Sendable, Decodable {
    case all(String)
    case some([String: String])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Fails for an object, which is the other form.
        if let pattern = try? container.decode(String.self) {
            self = .all(pattern)
        } else {
            self = .some(try container.decode([String: String].self))
        }
    }

    /// Whether a pattern is found in an id, in any of its spellings: `battery.p_3f9a.level`, or as the recipes write it
    /// `battery_p_3f9a_level`, or without the reading `battery_p_3f9a`.
    ///
    /// - Throws: For what is no regular expression.
    package static func matches(_ id: SensorID, _ pattern: String) throws -> Bool {
        let regex = try Regex(pattern)
        return ["\(id)", "\(id.family)_\(id.thing)_\(id.reading)", "\(id.family)_\(id.thing)"].contains { spelling in
            spelling.contains(regex)
        }
    }
}
