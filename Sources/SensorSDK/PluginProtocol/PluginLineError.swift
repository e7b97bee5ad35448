/// Why a line of the plugin protocol, or a part of it, was refused; the text is for the author of the other end.
public enum PluginLineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Over ``PluginProtocol/longestLine``.
    case tooLong
    /// No JSON; the column, in bytes from 1, is where it stops being JSON.
    case notJSON(column: Int)
    /// JSON, but no message of the protocol; where in it and why.
    case notAMessage(String)
    /// The id and what is wrong with it.
    case badID(String, String)
    /// Something that was described wrongly: which, and what is wrong.
    case badItem(String, String)

    public var description: String {
        switch self {
        case .tooLong: "longer than \(PluginProtocol.longestLine) bytes"
        case .notJSON(let column): "column \(column): this is no JSON"
        case .notAMessage(let what): "column 1: \(what)"
        case .badID(let id, let what): "id '\(id)': \(what)"
        case .badItem(let item, let what): "\(item): \(what)"
        }
    }
}
