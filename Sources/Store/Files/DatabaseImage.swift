import SQLite

/// The pages of a database as far as they are there, damaged or not, with those of its write-ahead log in their places.
struct DatabaseImage {
    private(set) var bytes: [UInt8]
    private let pageSize = 4096

    /// Whether there is anything to be read.
    var isEmpty: Bool { bytes.count < pageSize }

    /// - Parameter isSound: Takes of the log what SQLite itself would take, rather than all that can be read.
    init(file: [UInt8], log: [UInt8], isSound: Bool = false) {
        bytes = file
        pad(to: (file.count + pageSize - 1) / pageSize)
        defer { leaveLogMode() }
        guard let log = WriteAheadLog(log), log.pageSize == pageSize else { return }
        let frames = isSound ? log.frames.prefix(log.unbroken) : log.frames[...]
        // A transaction that was not complete never was.
        let complete = (frames.lastIndex(where: \.isCommit) ?? -1) + 1
        for frame in frames.prefix(complete) where frame.page > 0 && frame.page < 1 << 20 {
            pad(to: frame.page)
            bytes.replaceSubrange(place(of: frame.page), with: log.bytes[frame.content])
        }
    }

    /// Takes the first page, which says what is where, from a database that was made by the same statements.
    mutating func takeFirstPage(from sound: [UInt8]) {
        guard sound.count >= pageSize, !isEmpty else { return }
        bytes.replaceSubrange(place(of: 1), with: sound[..<pageSize])
        let pages = UInt32(bytes.count / pageSize).bigEndian
        // Number of changes, size, free pages: none of them are those of the other database.
        bytes.replaceSubrange(24..<40, with: repeatElement(0, count: 16))
        withUnsafeBytes(of: pages) { bytes.replaceSubrange(28..<32, with: $0) }
        bytes.replaceSubrange(92..<96, with: repeatElement(0, count: 4))
        leaveLogMode()
    }

    /// Its log is worked in, so that SQLite is to look for none.
    private mutating func leaveLogMode() {
        guard !isEmpty else { return }
        bytes[18] = 1
        bytes[19] = 1
    }

    private func place(of page: Int) -> Range<Int> { (page - 1) * pageSize..<page * pageSize }

    private mutating func pad(to pages: Int) {
        let missing = pages * pageSize - bytes.count
        if missing > 0 { bytes += repeatElement(0, count: missing) }
    }
}
