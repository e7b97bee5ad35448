import Shared

/// Says on standard error what the run needs to know: each event that is durably queued, and whatever looks like damage.
struct VictimLog: LogSink {
    static let queued = "event queued"

    func write(_ priority: LogPriority, _ line: String) {
        guard priority >= .warning || line.hasPrefix(Self.queued) else { return }
        FileHandles.say("<\(priority.rawValue)>\(line)")
    }
}
