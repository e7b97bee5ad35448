import Synchronization

/// The volumes that the sensors were listed of last.
final class ListedVolumes: Sendable {
    private let volumes = Mutex<[Volume]>([])

    func set(_ volumes: [Volume]) {
        self.volumes.withLock { $0 = volumes }
    }

    /// Whether other volumes are there now, or the same ones mounted anew; flags of a file system don't matter.
    func differ(from now: [Volume]) -> Bool {
        volumes.withLock { $0.map(Self.withoutFlags) } != now.map(Self.withoutFlags)
    }

    private static func withoutFlags(_ volume: Volume) -> Volume {
        var volume = volume
        volume.mount = volume.mount.identity
        return volume
    }
}
