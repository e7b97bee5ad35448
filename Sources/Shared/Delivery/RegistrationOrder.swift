package import SensorSDK

/// A sensor that a server is to be told of, or told anew.
package struct RegistrationOrder: Sendable, Hashable {
    package var sensor: Sensor
    /// `false` after the owner enabled it, `true` after he disabled it; `nil` otherwise, so that what the user chose in Home
    /// Assistant stays as it is.
    package var disabled: Bool?

    package init(sensor: Sensor, disabled: Bool?) {
        self.sensor = sensor
        self.disabled = disabled
    }
}
