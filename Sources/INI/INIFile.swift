import CINIH

/// Reads what people write, in the INI form of systemd's files, by libinih: `[section]`, `key = value`, comments at `#` and `;`
/// as the first character of a line. A value goes on to the end of its line, whatever it holds.
package enum INIFile {
    /// In bytes.
    static let longestLine = 8192
    /// In bytes; libinih keeps no more.
    static let longestSection = 48

    /// - Returns: The entries in their order; a key may come several times, and the caller says what that means.
    /// - Throws: ``INIError`` for the first line that can't be taken.
    package static func entries(of text: String) throws(INIError) -> [INIEntry] {
        _ = prepare
        let reading = INIReading(text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false))
        let first = ini_parse_stream(
            { buffer, size, reading in
                guard let reading, let buffer else { return nil }
                return INIReading.of(reading).next(into: buffer, size: Int(size)) ? buffer : nil
            },
            Unmanaged.passUnretained(reading).toOpaque(),
            { reading, section, key, value in
                guard let reading, let section, let key, let value else { return 0 }
                INIReading.of(reading).take(
                    section: String(cString: section),
                    key: String(cString: key),
                    value: String(cString: value)
                )
                return 1
            },
            Unmanaged.passUnretained(reading).toOpaque()
        )
        if let error = reading.error, first == 0 || error.line <= Int(first) { throw error.error }
        guard first == 0 else { throw .notUnderstood(line: first > 0 ? Int(first) : 1) }
        return reading.entries
    }

    /// With room for the line end and the NUL.
    private static let prepare: Void = ini_read_as_systemd(Int32(longestLine + 2))
}
