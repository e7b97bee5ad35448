import SensorSDK
package import Shared

/// libsensors of a machine that is only a folder: the library has `/sys` built in, so there are no chips.
package struct AbsentHardwareMonitors: HardwareMonitors {
    package init() {}

    package func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] { [] }

    package func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>] {
        .unreadable(subfeatures, .notPresent)
    }
}
