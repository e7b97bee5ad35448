import Glibc

/// Makes lines of pieces of a stream, and keeps at most one longest line of it.
///
/// A line that is too long is refused once and then skipped up to its end; what follows is read as if nothing had been.
public struct PluginLineSplitter: Sendable {
    private let longest: Int
    private var rest: [UInt8] = []
    private var isSkipping = false

    /// - Parameter longest: The most bytes of a line, its end left out.
    public init(longest: Int = PluginProtocol.longestLine) {
        self.longest = longest
    }

    /// The lines that end in this piece, without their ends; blank ones are left out.
    public mutating func lines(in piece: some RandomAccessCollection<UInt8>) -> [Result<[UInt8], PluginLineError>] {
        var lines: [Result<[UInt8], PluginLineError>] = []
        var piece = Array(piece)[...]
        while let end = Self.lineEnd(in: piece) {
            let tail = piece[..<end]
            piece = piece[end...].dropFirst()
            if isSkipping {
                isSkipping = false
            } else if rest.count + tail.count > longest {
                lines.append(.failure(.tooLong))
            } else {
                let line = rest + tail
                if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { lines.append(.success(line)) }
            }
            rest = []
        }
        guard !isSkipping else { return lines }
        rest += piece
        if rest.count > longest {
            lines.append(.failure(.tooLong))
            rest = []
            isSkipping = true
        }
        return lines
    }

    /// By the C library's search: a flood is looked through, too.
    private static func lineEnd(in piece: ArraySlice<UInt8>) -> Int? {
        piece.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let end = memchr(start, 0x0A, bytes.count) else { return nil }
            return piece.startIndex + (UnsafeRawPointer(end) - start)
        }
    }

    /// What came after the last line's end.
    public var unfinished: [UInt8] { rest }
}
