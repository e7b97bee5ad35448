/// When the working loop tells the supervisor that it is alive: together with its own wake-ups, and alone only when those
/// are too far apart.
struct Heartbeat: Sendable {
    /// How long the supervisor waits; `nil` when it does not.
    private let watchdogInterval: Duration?
    /// Time of the last beat since boot.
    var last: Duration?

    init(watchdogInterval: Duration?) {
        self.watchdogInterval = watchdogInterval
    }

    func isDue(at now: Duration) -> Bool {
        guard let watchdogInterval else { return false }
        guard let last else { return true }
        return now - last >= watchdogInterval / 5
    }

    /// A pause that does not outlast the supervisor's patience: two in five of what it waits (120 s of 5 min).
    func shortened(_ pause: Duration?, at now: Duration) -> Duration? {
        guard let watchdogInterval else { return pause }
        let left = max((last ?? now) + watchdogInterval * 2 / 5 - now, .milliseconds(1))
        return pause.map { min($0, left) } ?? left
    }
}
