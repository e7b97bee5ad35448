import Glibc
import Shared
import Webhook

/// Where JSON lines go: a file, or standard output.
final class LineFile {
    /// One line; exactly one of item and sensor is there.
    private struct Line: Encodable {
        var agent: String
        var epoch: Int64
        var item: ItemDocument?
        var sensor: SensorDocument?
    }

    private let path: String?
    private var descriptor: Int32
    /// The rest of a line that a pipe took only the beginning of.
    private var cut: ArraySlice<UInt8> = []
    /// In milliseconds: how long whoever reads may take nothing. One that has done so is not waited for again until he goes on.
    private var patience = mostPatience

    private static let mostPatience: Int32 = 3000
    private static let lineEnd = UInt8(ascii: "\n")

    /// - Parameter path: Is made when it is missing, and never overwritten; `nil` is standard output.
    init(path: String?) throws(ReceiverError) {
        self.path = path
        descriptor = if let path { try Self.open(path) } else { STDOUT_FILENO }
    }

    private static func open(_ path: String) throws(ReceiverError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
        }
        // A power cut may have left half a line; what follows begins on one of its own.
        var last: UInt8 = 0
        let end = lseek(descriptor, 0, SEEK_END)
        if end > 0, pread(descriptor, &last, 1, end - 1) == 1, last != lineEnd {
            guard Glibc.write(descriptor, "\n", 1) == 1 else {
                defer { close(descriptor) }
                throw .cannotWrite(reason: String(cString: strerror(errno)))
            }
        }
        return descriptor
    }

    /// Who rotates or deletes the file means what comes from then on to be in one of its name.
    private func follow() throws(ReceiverError) {
        guard let path else { return }
        var (opened, named) = (stat(), stat())
        let isThere = fstat(descriptor, &opened) == 0 && stat(path, &named) == 0
        guard !isThere || (opened.st_dev, opened.st_ino) != (named.st_dev, named.st_ino) else { return }
        let fresh = try Self.open(path)
        close(descriptor)
        descriptor = fresh
        cut = []
    }

    deinit {
        if descriptor != STDOUT_FILENO { close(descriptor) }
    }

    /// Durable when it returns, as far as what it writes to can be; one that throws leaves no part of a line in a file.
    func write(_ batch: BatchDocument, _ items: some Sequence<ItemDocument>) throws(ReceiverError) {
        try follow()
        let end = lseek(descriptor, 0, SEEK_END)
        do throws(ReceiverError) { try append(batch, items) } catch {
            // A pipe has no end; a disk that fails at this, too, is beyond help.
            if end >= 0, ftruncate(descriptor, end) == 0 { cut = [] }
            throw error
        }
    }

    private func append(_ batch: BatchDocument, _ items: some Sequence<ItemDocument>) throws(ReceiverError) {
        var text = Array(cut)
        for sensor in batch.sensors { append(Line(agent: batch.agent, epoch: batch.epoch, sensor: sensor), to: &text) }
        for item in items { append(Line(agent: batch.agent, epoch: batch.epoch, item: item), to: &text) }
        try write(text)
        // A pipe or a terminal keeps nothing.
        guard fdatasync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
            throw .cannotWrite(reason: String(cString: strerror(errno)))
        }
    }

    private func append(_ line: Line, to text: inout [UInt8]) {
        text += SortedJSON.encode(line)
        text.append(Self.lineEnd)
    }

    private func write(_ text: [UInt8]) throws(ReceiverError) {
        var rest = text[...]
        while !rest.isEmpty {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let isReady = poll(&room, 1, patience)
            // So much a pipe takes at once that has room.
            let count =
                isReady > 0
                ? rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, min($0.count, 4096)) } : -1
            if isReady != 0, count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = isReady == 0 ? "nobody reads it" : String(cString: strerror(errno))
                if isReady == 0 { patience = 0 }
                if let last = text[..<rest.startIndex].last {
                    cut = last == Self.lineEnd ? [] : rest.prefix { $0 != Self.lineEnd } + [Self.lineEnd]
                }
                throw .cannotWrite(reason: reason)
            }
            patience = Self.mostPatience
            rest = rest.dropFirst(count)
        }
        cut = []
    }
}
