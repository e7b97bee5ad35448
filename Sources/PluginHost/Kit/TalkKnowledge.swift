import SensorSDK
import Synchronization

/// What is known of a plugin that somebody talks to by hand, for the judgement of what it pushes.
final class TalkKnowledge: Sendable {
    private struct State {
        var listing: PluginListing?
        var watched: Set<String> = []
    }

    private let state = Mutex(State())

    var listing: PluginListing? { state.withLock { $0.listing } }

    func take(_ listing: PluginListing) {
        state.withLock { $0.listing = listing }
    }

    func watch(_ ids: Set<String>) {
        state.withLock { $0.watched = ids }
    }

    /// What of a message the host would throw away.
    func faults(of message: PluginMessage) -> [String] {
        let known = state.withLock { $0 }
        return known.listing?.faults(of: message, watched: known.watched) ?? []
    }
}
