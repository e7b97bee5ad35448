import SensorSDK
import Shared
import Synchronization

/// What mounts below automount points said last. However often somebody wants to know, they are asked only so rarely that
/// they can be unmounted again in between.
final class AutomountMemory: Sendable {
    private struct Entry {
        var time: Duration
        var answer: Result<VolumeStatistics, UnavailableReason>
    }

    /// By ``Mount/identity``: what is mounted anew was not asked yet.
    private let entries = Mutex<[Mount: Entry]>([:])

    /// A second less than the interval, so that a turn that comes a little early is not missed.
    private static let age = Volume.automountInterval - .seconds(1)

    /// What the mount said, if that is not too long ago.
    func answer(of mount: Mount, at now: Duration) -> Result<VolumeStatistics, UnavailableReason>? {
        entries.withLock { entries in
            entries = entries.filter { now - $0.value.time < Self.age }
            return entries[mount.identity]?.answer
        }
    }

    func keep(_ answer: Result<VolumeStatistics, UnavailableReason>, of mount: Mount, at now: Duration) {
        entries.withLock { $0[mount.identity] = Entry(time: now, answer: answer) }
    }
}
