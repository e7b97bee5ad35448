/// The name of a sensor for ever: `family.thing.reading`, such as `battery.bat0.level`.
///
/// Three parts of `[a-z0-9_]{1,40}` joined by dots. It is made from what the hardware *is*, never from a number that the
/// kernel counts up, and it is the `unique_id` that a server keeps.
public struct SensorID: Sendable, Hashable {
    /// The id as people type it.
    public let description: String

    /// - Throws: ``SensorIDError`` when a part is empty, over 40 characters, or has a character outside `[a-z0-9_]`.
    public init(family: String, thing: String, reading: String) throws(SensorIDError) {
        try self.init("\(family).\(thing).\(reading)")
    }

    /// - Parameter text: `family.thing.reading`.
    /// - Throws: ``SensorIDError`` that says which rule the text breaks.
    public init(_ text: String) throws(SensorIDError) {
        var parts = 1
        var length = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                guard length > 0 else { throw .emptyPart(text) }
                parts += 1
                length = 0
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                length += 1
                guard length <= Self.longestPart else { throw .partTooLong(text) }
            default:
                throw .forbiddenCharacter(text)
            }
        }
        guard length > 0 else { throw .emptyPart(text) }
        guard parts == 3 else { throw .notThreeParts(text) }
        description = text
    }

    /// The most characters that one part may have.
    public static let longestPart = 40

    /// The first part: `battery`, `plugin_weather`.
    public var family: String { part(0) }
    /// The middle part: which battery, chip, mount point or interface.
    public var thing: String { part(1) }
    /// The last part: what is read there.
    public var reading: String { part(2) }

    private func part(_ index: Int) -> String {
        var rest = description.utf8[...]
        for _ in 0..<index { rest = rest.drop { $0 != UInt8(ascii: ".") }.dropFirst() }
        return String(Substring(rest.prefix { $0 != UInt8(ascii: ".") }))
    }
}

extension SensorID: CustomStringConvertible, Comparable {
    public static func < (left: SensorID, right: SensorID) -> Bool {
        left.description < right.description
    }
}

extension SensorID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        try self.init(container.decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
