/// The chips that libsensors knows, with the labels and scales of the machine's `sensors.conf`.
///
/// The library is one for the whole process and not thread safe: an implementation guards it.
package protocol HardwareMonitors: Sendable {
    /// All chips with their features, without a value; the list is made anew when the machine's set of chips has changed.
    func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor]

    /// The chips may be others than before, although they are called the same: the next look is made anew.
    func forget()

    /// Reads subfeatures of one chip, each with an outcome of its own.
    ///
    /// - Parameter subfeatures: Names such as `temp1_input`.
    /// - Returns: The value in libsensors' unit (°C, V, A, W, J, rpm, %RH) or what failed; a name that the chip does not
    ///   have is missing from the result.
    func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>]
}

extension HardwareMonitors {
    /// Nothing, for who remembers nothing.
    package func forget() {}
}
