import Glibc
package import Shared
import Synchronization

/// Volumes that a test sets; asking for any other is `ENOENT`.
package final class FakeVolumes: Volumes {
    private struct State {
        var answers: [[UInt8]: Result<VolumeStatistics, FileError>] = [:]
        var asked: [[UInt8]] = []
        var hanging: [[UInt8]] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func set(_ statistics: VolumeStatistics, for mountPoint: [UInt8]) {
        answer(.success(statistics), mountPoint)
    }

    package func fail(_ mountPoint: [UInt8], with code: Int32) {
        let error = FileError(path: String(decoding: mountPoint, as: UTF8.self), code: code)
        answer(.failure(error), mountPoint)
    }

    private func answer(_ answer: Result<VolumeStatistics, FileError>, _ mountPoint: [UInt8]) {
        state.withLock { state in
            state.hanging.removeAll { $0 == mountPoint }
            state.answers[mountPoint] = answer
        }
    }

    /// Marks a mount point as one that never answers; whoever asks it all the same gets `ENOENT` here.
    package func hang(_ mountPoint: [UInt8]) {
        state.withLock { state in
            if !state.hanging.contains(mountPoint) { state.hanging.append(mountPoint) }
            state.answers[mountPoint] = nil
        }
    }

    /// Mount points that never answer.
    package var hanging: [[UInt8]] { state.withLock { $0.hanging } }

    package func isHanging(_ mountPoint: [UInt8]) -> Bool {
        hanging.contains(mountPoint)
    }

    /// Mount points that answer or fail.
    package var known: [[UInt8]] { state.withLock { Array($0.answers.keys) } }

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
