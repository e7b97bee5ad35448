import CSensors
import SensorSDK
import Shared

/// Finds out why libsensors gave no value: its codes hide what the kernel said.
struct SensorsFailure {
    /// `/sys/class/hwmon/hwmon3`
    let chip: String
    let files: any FileTree

    /// - Parameter code: What `sensors_get_value` returned, below 0.
    /// - Returns: `nil` when the chip has no such subfeature.
    func reason(_ code: Int32, for subfeature: String) -> UnavailableReason? {
        switch -code {
        case SENSORS_ERR_NO_ENTRY: nil
        case SENSORS_ERR_IO: .inputOutput
        case SENSORS_ERR_ACCESS_R, SENSORS_ERR_KERNEL: askKernel(subfeature)
        default: .malformed  // a compute line of sensors.conf that divides by zero or refers to itself
        }
    }

    /// Reads the file once more, for its `errno`.
    private func askKernel(_ subfeature: String) -> UnavailableReason {
        do throws(FileError) {
            let text = try files.text("\(chip)/\(subfeature)")
            // A number that comes now was missing a moment ago: the next read will have it.
            return text.flatMap { Int64($0) } == nil ? .malformed : .noData
        } catch {
            return files.reason(for: error, in: chip)
        }
    }
}
