package import Shared
import Synchronization

/// Keeps every line.
package final class RecordedLog: LogSink {
    private let state = Mutex<[(priority: LogPriority, line: String)]>([])

    package init() {}

    package var lines: [(priority: LogPriority, line: String)] { state.withLock { $0 } }

    package func write(_ priority: LogPriority, _ line: String) {
        state.withLock { $0.append((priority, line)) }
    }
}
