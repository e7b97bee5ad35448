package import Shared
import Synchronization

/// Mounts that a test lets answer, from its volumes, or hang.
package final class FakeVolumeProbes: VolumeProbes {
    private struct State {
        var hanging: Set<[UInt8]> = []
        var asked: [[UInt8]] = []
    }

    private let volumes: FakeVolumes
    private let state = Mutex(State())

    package init(_ volumes: FakeVolumes = FakeVolumes(), hanging: [[UInt8]] = []) {
        self.volumes = volumes
        for mountPoint in hanging { hang(mountPoint) }
    }

    /// From now on it is late, until it is let go.
    package func hang(_ mountPoint: [UInt8]) {
        state.withLock { _ = $0.hanging.insert(mountPoint) }
    }

    package func letGo(_ mountPoint: [UInt8]) {
        state.withLock { _ = $0.hanging.remove(mountPoint) }
    }

    /// Every mount point that was asked for, in order.
    package var asked: [[UInt8]] { state.withLock { $0.asked } }

    package func statistics(
        of mountPoint: [UInt8],
        number: Int
    ) async throws(VolumeProbeError) -> VolumeStatistics {
        let isHanging = state.withLock { state in
            state.asked.append(mountPoint)
            return state.hanging.contains(mountPoint)
        }
        if isHanging { throw .late(path: String(decoding: mountPoint, as: UTF8.self)) }
        do throws(FileError) {
            return try volumes.answer(for: mountPoint)
        } catch {
            throw .failed(error)
        }
    }
}
