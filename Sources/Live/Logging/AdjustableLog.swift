package import Shared
import Synchronization

/// A log of which it can be said, while it is written to, how much goes in.
package final class AdjustableLog: LogSink {
    private let log: any LogSink
    private let least: Mutex<LogPriority>

    /// - Parameter least: What is less than this is left out.
    package init(_ log: any LogSink, least: LogPriority) {
        self.log = log
        self.least = Mutex(least)
    }

    package func setLeast(_ priority: LogPriority) {
        least.withLock { $0 = priority }
    }

    package func write(_ priority: LogPriority, _ line: String) {
        guard priority >= least.withLock({ $0 }) else { return }
        log.write(priority, line)
    }
}
