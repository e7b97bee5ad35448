/// A source of sensors: a family that is compiled in, or a plugin process.
///
/// A provider knows neither servers nor what is enabled, and keeps nothing across restarts. A sensor that can't be read is
/// a value, ``Reading/Outcome/unavailable(_:)``; only a fault of the provider itself throws.
public protocol SensorProvider: Sendable {
    /// All that this machine could report. Cheap and harmless: it wakes no device and opens nothing that could block.
    ///
    /// - Throws: When the list itself can't be made; the sensors known so far stay listed.
    func sensors() async throws -> [Sensor]

    /// Reads exactly these, each with an outcome of its own. An id that is gone gives ``UnavailableReason/notPresent``.
    func read(_ ids: Set<SensorID>) async -> [Reading]

    /// What the provider notices by itself; finishes at once when it never notices anything.
    ///
    /// The observer is in place when this returns, so that nothing is lost between the first reading and the first change.
    /// One stream is alive at a time, and only while one of the provider's sensors is enabled.
    func changes() -> AsyncStream<ProviderChange>
}

extension SensorProvider {
    public func changes() -> AsyncStream<ProviderChange> {
        AsyncStream { $0.finish() }
    }
}
