/// How long a plugin may take.
package struct PluginTimes: Sendable {
    /// From its start to its first answer.
    package var hello: Duration = .seconds(5)
    package var list: Duration = .seconds(10)
    package var read: Duration = .seconds(10)
    /// For what costs it nothing: watch, health, bye.
    package var other: Duration = .seconds(5)
    /// From SIGTERM to SIGKILL.
    package var grace: Duration = .seconds(2)

    package init() {}

    /// The longest that one call of the provider can take: a start, an answer, and the end of a process that is late.
    var longestCall: Duration { hello + max(list, read) + other + grace + .seconds(3) }
}
