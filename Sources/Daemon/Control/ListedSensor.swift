package import SensorSDK
import Shared

/// One sensor of a listing: what it is, what it says, and which server gets it.
package struct ListedSensor: Codable, Sendable {
    /// How the sensor stands with one server.
    package struct OnServer: Codable, Sendable {
        package var name: String
        package var enabled: Bool
        /// When a sealed answer last acknowledged a value, ISO 8601; `nil` if that never happened.
        package var receipt: String?
        /// Why it is enabled and still not sent: `disabled in Home Assistant`, a refusal, or that it was redefined.
        package var note: String?
    }

    package var id: SensorID
    package var name: String
    package var kind: SensorKind
    package var device: String
    /// The value, unless it is unavailable.
    package var value: ListedValue?
    package var unit: String?
    package var attributes: [String: ListedValue]?
    /// Why there is no value; there is none of both for a plugin's sensor that is not enabled, and so was not read.
    package var unavailable: UnavailableReason?
    package var deviceClass: String?
    /// What its values reveal; `plain` reveals nothing.
    package var sensitivity: Sensitivity
    /// What the machine must grant first.
    package var needs: String?
    /// How often it is read while it is enabled, in seconds.
    package var interval: Double
    /// Empty when there are no servers; `nil` where servers were not asked for.
    package var servers: [OnServer]?

    private enum CodingKeys: String, CodingKey {
        case id, name, kind, device, value, unit, attributes, unavailable, sensitivity, needs, interval, servers
        case deviceClass = "device_class"
    }

    /// - Parameters:
    ///   - reading: `nil` when it could not be read at all.
    ///   - interval: The one in force.
    package init(_ sensor: Sensor, reading: Reading?, interval: Duration, servers: [OnServer]? = nil) {
        id = sensor.id
        name = sensor.name.printable(limit: 128)
        kind = sensor.kind
        device = sensor.device.printable(limit: 64)
        deviceClass = sensor.deviceClass?.rawValue
        unit = sensor.unit?.rawValue.printable(limit: 32)
        sensitivity = sensor.sensitivity
        needs = sensor.needs?.printable(limit: 64)
        self.interval = interval / .seconds(1)
        self.servers = servers
        switch reading?.outcome {
        case .value(let value)?:
            self.value = ListedValue(value)
            attributes = reading?.attributes.mapValues(ListedValue.init)
        case .unavailable(let reason)?: unavailable = reason
        // A plugin is not run for a list, so that nothing is known of what is on nowhere.
        case nil where servers?.contains(where: \.enabled) == false: break
        case nil: unavailable = servers == nil ? .noData : .waiting
        }
    }
}
