import FoundationEssentials

/// Lines of the protocol: compact JSON without a line's end.
public enum PluginLine {
    /// - Throws: ``PluginLineError/notAMessage(_:)`` for a number that JSON does not know, ``PluginLineError/tooLong``.
    public static func encode(_ message: some Encodable) throws(PluginLineError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do {
            bytes = Array(try encoder.encode(message))
        } catch {
            throw .notAMessage(text(of: error))
        }
        guard bytes.count <= PluginProtocol.longestLine else { throw .tooLong }
        return bytes
    }

    /// - Throws: ``PluginLineError``, with the column where the line stops being JSON.
    public static func decode<Message: Decodable>(
        _ type: Message.Type = Message.self,
        from line: [UInt8]
    ) throws(PluginLineError) -> Message {
        guard line.count <= PluginProtocol.longestLine else { throw .tooLong }
        if let column = JSONSyntax.fault(in: line, deepest: PluginProtocol.deepestNesting) {
            throw .notJSON(column: column)
        }
        do {
            return try JSONDecoder().decode(type, from: Data(line))
        } catch {
            throw .notAMessage(text(of: error))
        }
    }

    /// What is wrong and where, in a few words.
    static func text(of error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty
                ? "" : path.map { $0.intValue.map { "item \($0 + 1)" } ?? $0.stringValue }.joined(separator: ".") + ": "
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath))'\(key.stringValue)' is missing"
        case DecodingError.dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize"):
            place(context.codingPath) + "this word is not one of those that it can be"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            place(context.codingPath) + context.debugDescription
        case EncodingError.invalidValue(_, let context): place(context.codingPath) + context.debugDescription
        default: "\(error)"
        }
    }
}
