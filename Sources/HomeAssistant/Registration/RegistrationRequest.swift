import Shared

/// The body of `POST /api/mobile_app/registrations`.
struct RegistrationRequest: Encodable, Sendable {
    private struct Nothing: Encodable {}

    private let machine: Onboarding

    init(_ machine: Onboarding) {
        self.machine = machine
    }

    private enum CodingKeys: String, CodingKey {
        case deviceID = "device_id"
        case appID = "app_id"
        case appName = "app_name"
        case appVersion = "app_version"
        case deviceName = "device_name"
        case manufacturer, model
        case osName = "os_name"
        case osVersion = "os_version"
        case supportsEncryption = "supports_encryption"
        case appData = "app_data"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(machine.deviceID, forKey: .deviceID)
        try container.encode(Self.appID, forKey: .appID)
        try container.encode("Sensor Agent", forKey: .appName)
        try container.encode(AgentVersion.current, forKey: .appVersion)
        try container.encode(machine.deviceName, forKey: .deviceName)
        // Newer servers push to exactly this maker's devices in a way of their own.
        let manufacturer = machine.host.manufacturer == "Apple" ? "Apple Inc." : machine.host.manufacturer
        try container.encode(manufacturer, forKey: .manufacturer)
        try container.encode(machine.host.model, forKey: .model)
        try container.encode(machine.host.osName, forKey: .osName)
        // Without it the server answers well and then never sets the device up.
        let version = machine.host.osVersion.isEmpty ? "unknown" : machine.host.osVersion
        try container.encode(version, forKey: .osVersion)
        try container.encode(true, forKey: .supportsEncryption)
        try container.encode(Nothing(), forKey: .appData)
    }

    /// With the device id the identity of the registration: never changed after a release.
    static let appID = "io.github.sensor_agent"
}
