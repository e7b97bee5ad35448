/// Spreads descriptions of sensors out, since each is a request of its own and makes an entity: a server is not flooded by a
/// machine with hundreds of them.
struct RegistrationPace: Sendable {
    /// How many may go at once.
    private static let burst = 20.0
    private static let perSecond = 10.0

    private var left = burst
    private var last = Duration.zero

    /// Takes the next turn.
    ///
    /// - Parameter now: Since boot.
    /// - Returns: How long to wait for it.
    mutating func take(at now: Duration) -> Duration {
        left = min(Self.burst, left + max(0, (now - last) / .seconds(1)) * Self.perSecond) - 1
        last = now
        return left < 0 ? .seconds(-left / Self.perSecond) : .zero
    }
}
