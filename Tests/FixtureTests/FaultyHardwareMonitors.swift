import Glibc
import Shared

@testable import Live

/// The real chips, some of whose reads fail as libsensors would tell it.
struct FaultyHardwareMonitors: HardwareMonitors {
    let base: any HardwareMonitors
    let files: FaultyFileTree

    func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] {
        try base.monitors()
    }

    func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>] {
        var answers = base.read(subfeatures, of: monitor)
        for (name, answer) in answers {
            // One that fails by itself has no turn.
            guard case .success = answer, let errno = files.faults.next("\(monitor.path)/\(name)", in: files.base)
            else { continue }
            // Who looks for the cause at once finds the same: that is no read of its own.
            let cause = ReadFaults(["\(monitor.path)/\(name)": [errno]])
            let failure = SensorsFailure(
                chip: monitor.path,
                files: FaultyFileTree(base: files.base, faults: cause)
            )
            answers[name] = failure.reason(Self.code(of: errno), for: name).map { .failure(.unreadable($0)) }
        }
        return answers
    }

    /// What `sensors_get_value` makes of an `errno` (measured).
    private static func code(of errno: Int32) -> Int32 {
        switch errno {
        // The file can't even be opened.
        case ENOENT, EACCES, ENOTDIR, ENXIO: -4
        case EIO: -10
        default: -3
        }
    }
}
