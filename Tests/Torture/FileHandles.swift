import Glibc

/// Text to the two streams of this process.
enum FileHandles {
    static func say(_ line: String) { write(line, to: STDERR_FILENO) }

    static func print(_ line: String) { write(line, to: STDOUT_FILENO) }

    /// One call for a line, so that lines of several threads do not mix and a kill cuts none in two.
    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
