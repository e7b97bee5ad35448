import Glibc
import Synchronization

/// Standard output and standard error.
enum Console {
    private static let loss = Atomic<Int32>(0)

    /// `errno` of a write to standard output that failed; `nil` while all of it arrived.
    static var lossOfOutput: Int32? {
        let code = loss.load(ordering: .relaxed)
        return code == 0 ? nil : code
    }

    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    /// Columns and rows of the terminal; 80 and 24 where it does not say.
    static var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// A line for whoever asked.
    static func out(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Text as it is.
    static func text(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// A line beside the answer: warnings, what is going on.
    static func note(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    /// Text without a line's end, such as a prompt.
    static func prompt(_ text: String) {
        write(text, to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                if descriptor == STDOUT_FILENO { loss.store(errno, ordering: .relaxed) }
                return
            }
            rest = rest.dropFirst(count)
        }
    }
}
