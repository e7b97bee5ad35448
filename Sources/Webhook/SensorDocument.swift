package import SensorSDK
import Shared

/// The description of a sensor, as a receiver gets it before or together with its items, and anew when it changes.
package struct SensorDocument: Codable, Sendable, Hashable {
    package var id: SensorID
    package var kind: String
    package var name: String
    package var device: String
    package var deviceClass: String?
    package var unit: String?
    package var stateClass: String?
    package var category: String?
    package var icon: String?
    /// `false` after the owner disabled it: nothing more comes of it until it is described again.
    package var enabled: Bool

    private enum CodingKeys: String, CodingKey {
        case id, kind, name, device, unit, category, icon, enabled
        case deviceClass = "device_class"
        case stateClass = "state_class"
    }

    init(_ order: RegistrationOrder) {
        let sensor = order.sensor
        id = sensor.id
        kind = sensor.kind.rawValue
        name = sensor.name.printable(limit: 128)
        device = sensor.device.printable(limit: 64)
        deviceClass = sensor.deviceClass?.rawValue
        unit = sensor.unit?.rawValue
        stateClass = sensor.stateClass?.rawValue
        category = sensor.category?.rawValue
        icon = sensor.icon
        enabled = order.disabled != true
    }
}
