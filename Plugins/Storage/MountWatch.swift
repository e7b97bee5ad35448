import SensorSDK
import Shared

/// What changes of the mount table mean for the sensors. Most mean nothing: containers and services come and go.
actor MountWatch {
    private let changes: AsyncStream<Void>.Iterator
    private let clock: any Clock<Duration>
    private let listed: ListedVolumes
    private let look: @Sendable () -> [Volume]?
    private var hasLooked = false
    private var readOnly: [String: Bool] = [:]

    /// Mounts come in bursts: how long one may last before somebody looks, and so how often that is at most.
    private static let settling = Duration.seconds(1)

    /// - Parameters:
    ///   - changes: Those of the mount table.
    ///   - listed: What the sensors were listed of.
    ///   - look: What is mounted now; `nil` when that is not known.
    init(
        _ changes: AsyncStream<Void>,
        clock: any Clock<Duration>,
        listed: ListedVolumes,
        look: @escaping @Sendable () -> [Volume]?
    ) {
        self.changes = changes.makeAsyncIterator()
        self.clock = clock
        self.listed = listed
        self.look = look
    }

    /// The next change that matters; the first look is for what happened before the watch was in place.
    ///
    /// - Returns: `nil` when the task is cancelled.
    func next() async -> ProviderChange? {
        while true {
            if hasLooked {
                // The iterator has no state of its own: it is a handle to the stream.
                var iterator = changes
                guard await iterator.next(isolation: self) != nil else { return nil }
                // It throws only when it is cancelled.
                guard (try? await clock.sleep(for: Self.settling)) != nil else { return nil }
            }
            hasLooked = true
            if let change = look().flatMap(change) { return change }
        }
    }

    private func change(to volumes: [Volume]) -> ProviderChange? {
        let before = readOnly
        readOnly = Dictionary(volumes.map { ($0.thing, $0.mount.isReadOnly) }, uniquingKeysWith: { first, _ in first })
        if listed.differ(from: volumes) { return .listAgain }
        let flipped = volumes.filter { before[$0.thing] ?? $0.mount.isReadOnly != $0.mount.isReadOnly }
        // Each id was listed, so it is valid.
        let ids = flipped.compactMap { try? $0.id(.readOnly) }
        return ids.isEmpty ? nil : .readAgain(Set(ids))
    }
}
