import SensorSDK
import Shared

/// The `data` of `register_sensor`. The server refuses the whole of it for one key or word that it does not know.
struct SensorDescription: Encodable, Sendable {
    private let sensor: Sensor
    private let name: String
    private let deviceClass: DeviceClass?
    private let stateClass: StateClass?
    private let disabled: Bool?
    /// `nil` says nothing of its state: a first one that does not fit makes an entity that newer servers never heal.
    private let state: StateUpdate?

    /// - Parameter version: The server's; words that it does not know yet are left out.
    init(_ order: RegistrationOrder, forServer version: String) throws(EncodingRefusal) {
        sensor = order.sensor
        disabled = order.disabled
        deviceClass = sensor.deviceClass.flatMap { Vocabulary.isKnown($0, toServer: version) ? $0 : nil }
        stateClass = sensor.stateClass.flatMap { Vocabulary.isKnown($0, toServer: version) ? $0 : nil }
        name = sensor.name.printable(limit: 128)
        guard name.contains(where: { !$0.isWhitespace }) else { throw .nameNotPrintable }
        // What can't be sent as a state is refused as one, with its reason.
        state = order.reading.flatMap { try? StateUpdate($0, of: order.sensor) }
    }

    private enum CodingKeys: String, CodingKey {
        case type, name, icon, disabled
        case uniqueID = "unique_id"
        case deviceClass = "device_class"
        case unit = "unit_of_measurement"
        case stateClass = "state_class"
        case category = "entity_category"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sensor.kind, forKey: .type)
        try container.encode(sensor.id, forKey: .uniqueID)
        try container.encode(name, forKey: .name)
        try state?.encodeState(to: encoder)
        // `null` clears what was there; a missing icon would become a mobile phone.
        try container.encode(sensor.icon, forKey: .icon)
        try container.encode(deviceClass, forKey: .deviceClass)
        try container.encode(sensor.unit?.rawValue, forKey: .unit)
        try container.encode(sensor.category, forKey: .category)
        // On a binary sensor even `null` is refused.
        if sensor.kind == .sensor { try container.encode(stateClass, forKey: .stateClass) }
        try container.encodeIfPresent(disabled, forKey: .disabled)
    }
}
