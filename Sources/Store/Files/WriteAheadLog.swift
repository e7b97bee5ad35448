/// SQLite's write-ahead log as bytes, looked at without SQLite, which silently ends its reading at the first page that does not
/// fit. Format: https://sqlite.org/fileformat2.html#the_write_ahead_log
struct WriteAheadLog {
    /// One page that was written, and whether its transaction was complete with it.
    struct Frame {
        let page: Int
        let content: Range<Int>
        let isCommit: Bool
    }

    let bytes: [UInt8]
    let pageSize: Int
    /// Pages whose own checksum is right, in the order in which they were written. Behind a break there may be more of them:
    /// each checksum goes on from the one before.
    private(set) var frames: [Frame] = []
    /// How many of them SQLite would read: those before the first that does not fit.
    private(set) var unbroken = 0
    /// Whether more than one transaction was complete behind a page that does not fit. The last one may be cut off, as a
    /// power cut does it; what was written after it can only be there if it had been whole once.
    private(set) var isBroken = false

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// - Returns: `nil` when there is nothing in it.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > Self.headerSize + Self.frameHeaderSize else { return nil }
        self.bytes = bytes
        let size = Self.number(bytes, at: 8)
        pageSize = size >= 512 && size <= 65536 && size & (size - 1) == 0 ? size : 4096
        read()
    }

    private mutating func read() {
        let isBig = bytes[3] & 1 == 1
        let step = Self.frameHeaderSize + pageSize
        var sum = checksum(of: 0..<24, after: (0, 0), isBig)
        var isChained = sum == stored(at: 24)
        var commitsBehindBreak = 0
        for start in stride(from: Self.headerSize, to: bytes.count - step + 1, by: step) {
            // Those of an earlier round have other salts.
            let isOfThisRound = bytes[start + 8..<start + 16] == bytes[16..<24]
            let isCommit = Self.number(bytes, at: start + 4) != 0
            if !isChained, isOfThisRound, isCommit { commitsBehindBreak += 1 }
            sum = checksum(of: start..<start + 8, after: sum, isBig)
            sum = checksum(of: start + Self.frameHeaderSize..<start + step, after: sum, isBig)
            let isSound = isOfThisRound && sum == stored(at: start + 16)
            if isSound {
                let content = start + Self.frameHeaderSize..<start + step
                frames.append(Frame(page: Self.number(bytes, at: start), content: content, isCommit: isCommit))
                if isChained { unbroken = frames.count }
                if !isChained, isCommit, commitsBehindBreak > 1 { isBroken = true }
            } else {
                if isChained, isOfThisRound, isCommit { commitsBehindBreak += 1 }
                isChained = false
                sum = stored(at: start + 16)
            }
        }
    }

    private func stored(at place: Int) -> (UInt32, UInt32) {
        (
            UInt32(truncatingIfNeeded: Self.number(bytes, at: place)),
            UInt32(truncatingIfNeeded: Self.number(bytes, at: place + 4))
        )
    }

    private func checksum(of range: Range<Int>, after sum: (UInt32, UInt32), _ isBig: Bool) -> (UInt32, UInt32) {
        bytes.withUnsafeBytes { bytes in
            var (first, second) = sum
            var place = range.lowerBound
            while place < range.upperBound {
                let words = (
                    bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self),
                    bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                )
                first = first &+ (isBig ? words.0.bigEndian : words.0.littleEndian) &+ second
                second = second &+ (isBig ? words.1.bigEndian : words.1.littleEndian) &+ first
                place += 8
            }
            return (first, second)
        }
    }

    /// Four bytes, the highest first.
    static func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
