package import Shared
import Synchronization

/// Chips and values that a test sets.
package final class FakeHardwareMonitors: HardwareMonitors {
    private struct State {
        var monitors: [HardwareMonitor] = []
        var values: [String: Result<Double, HardwareMonitorsError>] = [:]
        var forgotten = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func set(_ monitors: [HardwareMonitor]) {
        state.withLock { $0.monitors = monitors }
    }

    package func set(_ value: Result<Double, HardwareMonitorsError>, for subfeature: String, of path: String) {
        state.withLock { $0.values["\(path)/\(subfeature)"] = value }
    }

    /// How often the list was to be made anew.
    package var forgotten: Int { state.withLock { $0.forgotten } }

    package func forget() {
        state.withLock { $0.forgotten += 1 }
    }

    package func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] {
        state.withLock { $0.monitors }
    }

    package func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>] {
        state.withLock { state in
            var result: [String: Result<Double, HardwareMonitorsError>] = [:]
            for name in subfeatures {
                result[name] = state.values["\(monitor.path)/\(name)"]
            }
            return result
        }
    }
}
