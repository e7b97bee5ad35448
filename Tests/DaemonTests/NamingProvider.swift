import SensorSDK
import Shared
import Synchronization

/// A family `test` with one sensor for each source that its owner named; it says when it is observed.
struct NamingProvider: SensorProvider {
    let context: ProviderContext
    let observers: Observers

    /// The streams of all providers of a test that are open now.
    final class Observers: Sendable {
        private let open = Mutex<[[String]: AsyncStream<ProviderChange>.Continuation]>([:])

        /// The sources of the providers that are observed.
        var sources: [[String]] { open.withLock { $0.keys.sorted { $0.count < $1.count } } }

        func notice(_ change: ProviderChange) {
            for continuation in open.withLock({ Array($0.values) }) { continuation.yield(change) }
        }

        func stream(for sources: [String]) -> AsyncStream<ProviderChange> {
            AsyncStream { continuation in
                open.withLock { $0[sources] = continuation }
                continuation.onTermination = { _ in
                    self.open.withLock { $0[sources] = nil }
                }
            }
        }
    }

    static func source(_ observers: Observers = Observers()) -> ProviderSource {
        ProviderSource(family: "test", deadline: .seconds(5), naming: .mountPoint) {
            NamingProvider(context: $0, observers: observers)
        }
    }

    func sensors() async throws -> [Sensor] {
        try (["/"] + context.namedSources).map { source in
            let thing = context.part(fromMountPoint: Array(source.utf8))
            let id = try SensorID(family: "test", thing: thing, reading: "x")
            return try Sensor(id: id, device: "Thing", name: "Thing \(thing)")
        }
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        // What can't be listed is not there.
        let offered = Set(((try? await sensors()) ?? []).map(\.id))
        let now = Current.instant
        return ids.intersection(offered).map { Reading($0, .value(.integer(1)), at: now) }
    }

    func changes() -> AsyncStream<ProviderChange> {
        observers.stream(for: context.namedSources)
    }
}
