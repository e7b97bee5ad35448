import SensorSDK
import Shared

/// A list in as many lines as it takes, none of them longer than a line may be.
struct HostLines<Item: Codable & Sendable & Hashable> {
    /// The most items of a line.
    private static var most: Int { 100 }

    private(set) var lines: [[UInt8]] = []
    /// Those that fit into no line even alone; they are left out.
    private(set) var tooLong: [Item] = []

    /// - Parameter message: Of a part of the list, and whether more parts follow it.
    /// - Throws: ``PluginLineError`` for what is no JSON, whatever its length.
    init(_ items: [Item], message: (_ part: [Item], _ hasMore: Bool) -> HostMessage) throws(PluginLineError) {
        var rest = items[...]
        while rest.count > Self.most {
            try add(rest.prefix(Self.most), hasMore: true, message)
            rest = rest.dropFirst(Self.most)
        }
        try add(rest, hasMore: false, message)
    }

    private mutating func add(
        _ part: ArraySlice<Item>,
        hasMore: Bool,
        _ message: ([Item], Bool) -> HostMessage
    ) throws(PluginLineError) {
        do throws(PluginLineError) {
            lines.append(try PluginLine.encode(message(Array(part), hasMore)))
        } catch .tooLong where part.count > 1 {
            let half = part.count / 2
            try add(part.prefix(half), hasMore: true, message)
            try add(part.dropFirst(half), hasMore: hasMore, message)
        } catch .tooLong where part.count == 1 {
            tooLong += part
            if !hasMore { try add([], hasMore: false, message) }
        }
    }
}
