import SensorSDK
import Synchronization

/// Collects what a plugin under test says by itself.
final class KitAsides: Sendable {
    private struct State {
        var pushed: [PluginMessage] = []
        var unknownKeys: Set<String> = []
    }

    private let state = Mutex(State())

    /// What it pushed, the first thousand.
    var pushed: [PluginMessage] { state.withLock { $0.pushed } }
    /// Keys that the protocol does not know, each with where it is; the first hundred.
    var unknownKeys: [String] { state.withLock { $0.unknownKeys.sorted() } }

    @Sendable func add(_ aside: KitAside) {
        state.withLock { state in
            switch aside {
            case .pushed(let message): if state.pushed.count < 1000 { state.pushed.append(message) }
            case .unknownKey(let key): if state.unknownKeys.count < 100 { state.unknownKeys.insert(key) }
            case .refused, .error: break
            }
        }
    }
}
