import Synchronization

/// The settings that hold now, for all parts of the daemon.
final class SettingsInForce: Sendable {
    private let settings: Mutex<Settings>

    init(_ settings: Settings) {
        self.settings = Mutex(settings)
    }

    var current: Settings { settings.withLock { $0 } }

    func replace(by settings: Settings) {
        self.settings.withLock { $0 = settings }
    }
}
