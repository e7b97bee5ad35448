/// How much a log line matters; the raw value is the number of syslog and the journal.
package enum LogPriority: Int, Sendable, Comparable, CaseIterable {
    /// A person must act.
    case error = 3
    /// Will be tried again.
    case warning = 4
    /// A sensor became unavailable or came back.
    case notice = 5
    /// Start, stop, registered, enabled.
    case info = 6
    /// Each read and each request.
    case debug = 7

    /// `debug` is the least.
    package static func < (left: LogPriority, right: LogPriority) -> Bool {
        left.rawValue > right.rawValue
    }
}
