/// What libinih's callbacks hand out and collect while one text is read. Only the caller's thread touches it.
final class INIReading {
    private let lines: [Substring.UTF8View]
    private var line = 0
    private(set) var entries: [INIEntry] = []
    /// The first that libinih itself would not notice.
    private(set) var error: (line: Int, error: INIError)?

    init(_ lines: [Substring.UTF8View]) {
        self.lines = lines
    }

    static func of(_ pointer: UnsafeMutableRawPointer) -> INIReading {
        Unmanaged<INIReading>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// - Returns: Whether there was a line; it stands in `buffer`, with its end.
    func next(into buffer: UnsafeMutablePointer<CChar>, size: Int) -> Bool {
        guard line < lines.count, error == nil else { return false }
        let bytes = lines[line]
        line += 1
        if bytes.contains(0) {
            error = (line, .notText(line: line))
        } else if bytes.count > INIFile.longestLine || bytes.count + 2 > size {
            error = (line, .lineTooLong(line: line))
        } else if let section = Self.section(bytes), section > INIFile.longestSection {
            error = (line, .sectionTooLong(line: line))
        }
        guard error == nil else { return false }
        for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[bytes.count] = CChar(bitPattern: UInt8(ascii: "\n"))
        buffer[bytes.count + 1] = 0
        return true
    }

    func take(section: String, key: String, value: String) {
        entries.append(INIEntry(section: section, key: key, value: value, line: line))
    }

    /// The length of the name in brackets, if the line has one.
    private static func section(_ line: Substring.UTF8View) -> Int? {
        let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        return line[..<end].count - 1
    }
}
