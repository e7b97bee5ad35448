/// Tells when the machine goes to sleep, comes back, or shuts down.
package protocol PowerEvents: Sendable {
    /// What is about to happen, until the task that reads it is cancelled; ends at once where nobody tells.
    func notices() -> AsyncStream<PowerNotice>

    /// How far that goes now; ``PowerCoverage/unknown`` until ``notices()`` is read.
    var coverage: PowerCoverage { get }
}
