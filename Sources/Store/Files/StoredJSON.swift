import FoundationEssentials
import SQLite

/// JSON in a column.
enum StoredJSON {
    static func text(_ value: some Encodable) throws(SQLiteError) -> String {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .unexpectedValue("a value can't be written as JSON")
        }
    }

    static func value<Value: Decodable>(_ type: Value.Type, from text: String) throws(SQLiteError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .unexpectedValue("a column does not hold the JSON that it should")
        }
    }
}
