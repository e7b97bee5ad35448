package import SensorSDK
package import Shared

/// One sensor that the owner enabled on one server. What has no such row is off.
package struct Enablement: Sendable, Hashable {
    package var server: ServerRecord.ID
    package var sensor: SensorID
    package var accepted: Acceptance
    /// The server said that the entity is disabled there: nothing is queued any more until the owner enables it again.
    package var isDisabledByServer: Bool
    /// Why the server refused the sensor or its last state, in the server's words; `nil` when it did not.
    package var setAside: String?

    package init(
        server: ServerRecord.ID,
        sensor: SensorID,
        accepted: Acceptance,
        isDisabledByServer: Bool = false,
        setAside: String? = nil
    ) {
        self.server = server
        self.sensor = sensor
        self.accepted = accepted
        self.isDisabledByServer = isDisabledByServer
        self.setAside = setAside
    }
}
