import Glibc
package import Shared
import Synchronization

/// Volumes that a test sets; asking for any other is `ENOENT`.
package final class FakeVolumes: Volumes {
    private struct State {
        var answers: [[UInt8]: Result<VolumeStatistics, FileError>] = [:]
        var asked: [[UInt8]] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func set(_ statistics: VolumeStatistics, for mountPoint: [UInt8]) {
        state.withLock { $0.answers[mountPoint] = .success(statistics) }
    }

    package func fail(_ mountPoint: [UInt8], with code: Int32) {
        let error = FileError(path: String(decoding: mountPoint, as: UTF8.self), code: code)
        state.withLock { $0.answers[mountPoint] = .failure(error) }
    }

    /// Every mount point that was asked for, in order.
    package var asked: [[UInt8]] { state.withLock { $0.asked } }

    package func statistics(of mountPoint: [UInt8]) throws(FileError) -> VolumeStatistics {
        state.withLock { $0.asked.append(mountPoint) }
        return try answer(for: mountPoint)
    }

    /// What it answers, without counting as asked.
    func answer(for mountPoint: [UInt8]) throws(FileError) -> VolumeStatistics {
        guard let answer = state.withLock({ $0.answers[mountPoint] }) else {
            throw FileError(path: String(decoding: mountPoint, as: UTF8.self), code: ENOENT)
        }
        return try answer.get()
    }
}
