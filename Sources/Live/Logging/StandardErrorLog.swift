import Glibc
package import Shared

/// Writes the log to standard error, each line with one `write`, so that lines of several threads do not mix.
///
/// The journal reads the priority from a `<3>` in front of the line; people get a word.
package struct StandardErrorLog: LogSink {
    /// What is less than this is left out.
    private let least: LogPriority
    private let hasJournalPrefix: Bool
    private let descriptor: Int32

    package init(
        least: LogPriority = .info,
        hasJournalPrefix: Bool = StandardErrorLog.isReadByJournal()
    ) {
        self.init(least: least, hasJournalPrefix: hasJournalPrefix, descriptor: STDERR_FILENO)
    }

    init(least: LogPriority, hasJournalPrefix: Bool, descriptor: Int32) {
        self.least = least
        self.hasJournalPrefix = hasJournalPrefix
        self.descriptor = descriptor
    }

    package func write(_ priority: LogPriority, _ line: String) {
        guard priority >= least else { return }
        var text = hasJournalPrefix ? "<\(priority.rawValue)>\(line)\n" : "\(priority): \(line)\n"
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = SystemCall.repeated {
                    SystemCall.result(Glibc.write(descriptor, rest.baseAddress, rest.count))
                }
                // A log that can't be written has nowhere to say so.
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            }
        }
    }

    /// Whether standard error leads to the journal: `JOURNAL_STREAM` names its device and inode. The variable alone says
    /// nothing, since children with their output elsewhere have it too.
    package static func isReadByJournal() -> Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }
}
