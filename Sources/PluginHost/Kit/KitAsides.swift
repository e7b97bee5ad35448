import SensorSDK
import Synchronization

/// Collects what a plugin under test says by itself.
final class KitAsides: Sendable {
    private let messages = Mutex<[PluginMessage]>([])

    /// What it pushed, the first thousand.
    var pushed: [PluginMessage] { messages.withLock { $0 } }

    @Sendable func add(_ aside: KitAside) {
        guard case .pushed(let message) = aside else { return }
        messages.withLock { if $0.count < 1000 { $0.append(message) } }
    }
}
