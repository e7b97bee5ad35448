/// Writes to the log of the world in force: a constant message, its data beside it.
package enum Log {
    package static func error(_ message: StaticString, _ data: KeyValuePairs<String, String> = [:]) {
        write(.error, message, data)
    }

    package static func warning(_ message: StaticString, _ data: KeyValuePairs<String, String> = [:]) {
        write(.warning, message, data)
    }

    package static func notice(_ message: StaticString, _ data: KeyValuePairs<String, String> = [:]) {
        write(.notice, message, data)
    }

    package static func info(_ message: StaticString, _ data: KeyValuePairs<String, String> = [:]) {
        write(.info, message, data)
    }

    package static func debug(_ message: StaticString, _ data: @autoclosure () -> KeyValuePairs<String, String> = [:]) {
        write(.debug, message, data())
    }

    private static func write(
        _ priority: LogPriority,
        _ message: StaticString,
        _ data: KeyValuePairs<String, String>
    ) {
        var line = "\(message)"
        for (key, value) in data {
            let text = value.printable(limit: 500)
            let needsQuotes = text.isEmpty || text.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") }
            line += needsQuotes ? " \(key)=\"\(escaped(text))\"" : " \(key)=\(text)"
        }
        Current.log.write(priority, line)
    }

    /// A quote inside of a value must not end it, or the rest would read as another key.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if character == "\"" || character == "\\" { result.append("\\") }
            result.append(character)
        }
    }
}
