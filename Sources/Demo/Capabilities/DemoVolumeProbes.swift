import Glibc
import Shared

/// The demo has no mount that may hang.
struct DemoVolumeProbes: VolumeProbes {
    func statistics(of mountPoint: [UInt8], number: Int) async throws(VolumeProbeError) -> VolumeStatistics {
        throw .failed(FileError(path: String(decoding: mountPoint, as: UTF8.self), code: ENOENT))
    }
}
