/// Where log lines go.
package protocol LogSink: Sendable {
    /// - Parameter line: One line without its end, fit to be printed.
    func write(_ priority: LogPriority, _ line: String)
}
