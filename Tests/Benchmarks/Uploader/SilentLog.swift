import Shared

/// Nobody reads it, so that writing is no part of what is measured.
struct SilentLog: LogSink {
    func write(_ priority: LogPriority, _ line: String) {}
}
