import Synchronization

/// Whether mounts count inodes: asked once for each, when its sensors are listed.
final class InodeMemory: Sendable {
    /// By ``Mount/identity``: what is mounted anew was not asked yet.
    private let known = Mutex<[Mount: Bool]>([:])

    func counts(_ mount: Mount) -> Bool? {
        known.withLock { $0[mount.identity] }
    }

    func keep(_ counts: Bool, of mount: Mount) {
        known.withLock { $0[mount.identity] = counts }
    }
}
