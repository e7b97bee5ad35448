import Glibc

/// Lines from a descriptor, read on the calling thread; one that is too long is skipped up to its end.
struct PluginInput {
    private let descriptor: Int32
    private var splitter = PluginLineSplitter()
    private var waiting: [Result<[UInt8], PluginLineError>] = []
    private var isAtEnd = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Waits for the next line; `nil` at the end.
    mutating func next() -> Result<[UInt8], PluginLineError>? {
        while waiting.isEmpty, !isAtEnd {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count > 0 {
                waiting = splitter.lines(in: buffer[..<count])
            } else {
                isAtEnd = true
            }
        }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }
}
