import SensorSDK

/// A sensor's description as JSON; the keys are kept for ever.
struct StoredSensor: Codable {
    let id: SensorID
    let kind: SensorKind
    let device: String
    let name: String
    let deviceClass: DeviceClass?
    let unit: Unit?
    let stateClass: StateClass?
    let category: EntityCategory?
    let icon: String?
    /// Nanoseconds, like ``leastInterval``.
    let interval: Int64
    let leastInterval: Int64
    let sensitivity: Sensitivity
    let attributes: [String]
    let needs: String?
    let revision: Int
    /// `nil` when there are none, as in what earlier versions stored.
    let formerIDs: [SensorID]?
    /// `nil` for none.
    let asks: [String]?

    private enum CodingKeys: String, CodingKey {
        case id
        case kind = "k"
        case device = "d"
        case name = "n"
        case deviceClass = "c"
        case unit = "u"
        case stateClass = "s"
        case category = "g"
        case icon = "i"
        case interval = "t"
        case leastInterval = "l"
        case sensitivity = "p"
        case attributes = "a"
        case needs = "e"
        case revision = "r"
        case formerIDs = "f"
        case asks = "x"
    }

    init(_ sensor: Sensor) {
        id = sensor.id
        kind = sensor.kind
        device = sensor.device
        name = sensor.name
        deviceClass = sensor.deviceClass
        unit = sensor.unit
        stateClass = sensor.stateClass
        category = sensor.category
        icon = sensor.icon
        interval = sensor.interval.nanoseconds
        leastInterval = sensor.leastInterval.nanoseconds
        sensitivity = sensor.sensitivity
        attributes = sensor.attributes
        needs = sensor.needs
        revision = sensor.revision
        formerIDs = sensor.formerIDs.isEmpty ? nil : sensor.formerIDs
        asks = sensor.asks.isEmpty ? nil : sensor.asks
    }

    /// - Throws: ``SensorError`` when this version has other rules than the one that stored it.
    func sensor() throws(SensorError) -> Sensor {
        var sensor = try Sensor(
            id: id,
            kind: kind,
            device: device,
            name: name,
            deviceClass: deviceClass,
            unit: unit,
            stateClass: stateClass,
            category: category,
            icon: icon,
            interval: .nanoseconds(interval),
            leastInterval: .nanoseconds(leastInterval),
            sensitivity: sensitivity,
            attributes: attributes,
            needs: needs,
            revision: revision,
            formerIDs: formerIDs ?? []
        )
        sensor.asks = asks ?? []
        return sensor
    }
}
