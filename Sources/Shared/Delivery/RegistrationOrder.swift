package import SensorSDK

/// A sensor that a server is to be told of, or told anew.
package struct RegistrationOrder: Sendable, Hashable {
    package var sensor: Sensor
    /// `false` after the owner enabled it, `true` after he disabled it; `nil` otherwise, so that what the user chose in Home
    /// Assistant stays as it is.
    package var disabled: Bool?
    /// What it says now, with the attributes that the owner accepted, so that a server that takes this for the sensor's state need
    /// not show none; `nil` when that is not known, or nothing is to be said of it any more. It is no item of its own: no
    /// receipt speaks of it.
    package var reading: Reading?

    package init(sensor: Sensor, disabled: Bool?, reading: Reading? = nil) {
        self.sensor = sensor
        self.disabled = disabled
        self.reading = reading
    }
}
