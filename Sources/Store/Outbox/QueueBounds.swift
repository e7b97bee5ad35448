/// How much may wait for a server.
package struct QueueBounds: Sendable, Hashable {
    /// The most events that wait for one server; the oldest go first.
    package var mostEvents = 1000
    /// How long an event may wait.
    package var longestWait = Duration.seconds(7 * 86400)
    /// Of a server that gets everything that was read.
    package var history = HistoryLimits()

    package init() {}
}
