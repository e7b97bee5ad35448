import SensorSDK

/// What the agent says of itself; the raw value is the last part of the id.
enum AgentReading: String, CaseIterable {
    case lastSeen = "last_seen"
    case version
    case waiting
    case oldestWaiting = "oldest_waiting"
    case droppedEvents = "dropped_events"
    case quarantinedPlugins = "quarantined_plugins"
}

extension AgentReading {
    static let family = "agent"
    private static let device = "Sensor agent"

    private var title: String {
        switch self {
        case .lastSeen: "last seen"
        case .version: "version"
        case .waiting: "items waiting"
        case .oldestWaiting: "oldest item waiting"
        case .droppedEvents: "dropped events"
        case .quarantinedPlugins: "plugins in quarantine"
        }
    }

    private var icon: String {
        switch self {
        case .lastSeen: "mdi:clock-check-outline"
        case .version: "mdi:tag-outline"
        case .waiting: "mdi:tray-full"
        case .oldestWaiting: "mdi:timer-sand"
        case .droppedEvents: "mdi:delete-alert-outline"
        case .quarantinedPlugins: "mdi:puzzle-remove-outline"
        }
    }

    private var deviceClass: DeviceClass? {
        switch self {
        case .lastSeen: .timestamp
        case .oldestWaiting: .duration
        case .version, .waiting, .droppedEvents, .quarantinedPlugins: nil
        }
    }

    private var stateClass: StateClass? {
        switch self {
        case .lastSeen, .version: nil
        case .waiting, .oldestWaiting, .quarantinedPlugins: .measurement
        case .droppedEvents: .totalIncreasing
        }
    }

    private var interval: Duration { self == .version ? .seconds(3600) : .seconds(60) }

    /// - Throws: Our own mistake: each word is one of ours.
    func id() throws(SensorIDError) -> SensorID {
        try SensorID(family: Self.family, thing: "system", reading: rawValue)
    }

    /// - Throws: As ``id()``.
    func sensor() throws -> Sensor {
        try Sensor(
            id: id(),
            device: Self.device,
            name: "\(Self.device) \(title)",
            deviceClass: deviceClass,
            unit: self == .oldestWaiting ? .second : nil,
            stateClass: stateClass,
            category: .diagnostic,
            icon: icon,
            interval: interval,
            leastInterval: .seconds(10)
        )
    }
}
