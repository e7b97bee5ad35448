/// A sensor as a plugin lists it. Only ``id`` and ``name`` are needed; words are checked when a ``Sensor`` is made of it.
public struct PluginSensor: Sendable, Hashable, Codable {
    /// See ``PluginID``.
    public var id: String
    public var name: String
    /// What it belongs to, as people know it; the plugin's name if it is left out.
    public var device: String?
    public var kind: String?
    public var deviceClass: String?
    public var unit: String?
    public var stateClass: String?
    public var category: String?
    public var icon: String?
    /// Seconds between two readings when the user chose nothing; 60 if left out.
    public var interval: Double?
    /// The shortest such time that the source bears, in seconds; 10 if left out.
    public var leastInterval: Double?
    public var sensitivity: String?
    public var attributes: [String]?
    public var needs: String?
    public var revision: Int?
    /// Ids that it had in earlier versions of the plugin, written as ``id``; see ``Sensor/formerIDs``.
    public var formerIDs: [String]?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, device, kind, unit, category, icon, sensitivity, attributes, needs, revision
        case deviceClass = "device_class"
        case stateClass = "state_class"
        case interval = "interval_s"
        case leastInterval = "least_interval_s"
        case formerIDs = "former_ids"
    }

    /// All keys that mean something.
    package static var keys: Set<String> { Set(CodingKeys.allCases.map(\.rawValue)) }

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// - Parameters:
    ///   - id: As it goes on the wire.
    ///   - formerIDs: The sensor's, as they go on the wire.
    public init(_ sensor: Sensor, id: PluginID, formerIDs: [PluginID]) {
        self.id = id.description
        name = sensor.name
        device = sensor.device
        kind = sensor.kind.rawValue
        deviceClass = sensor.deviceClass?.rawValue
        unit = sensor.unit?.rawValue
        stateClass = sensor.stateClass?.rawValue
        category = sensor.category?.rawValue
        icon = sensor.icon
        interval = sensor.interval / .seconds(1)
        leastInterval = sensor.leastInterval / .seconds(1)
        sensitivity = sensor.sensitivity.rawValue
        attributes = sensor.attributes.isEmpty ? nil : sensor.attributes
        needs = sensor.needs
        revision = sensor.revision
        self.formerIDs = formerIDs.isEmpty ? nil : formerIDs.map(\.description)
    }

    /// The sensor that this describes.
    ///
    /// - Parameters:
    ///   - id: Its whole id.
    ///   - device: What it belongs to if the plugin does not say.
    ///   - formerIDs: Its whole former ids.
    /// - Throws: ``PluginLineError`` that names the wrong word.
    public func sensor(_ id: SensorID, device: String, formerIDs: [SensorID]) throws(PluginLineError) -> Sensor {
        let interval = try seconds(self.interval, "interval_s") ?? 60
        let least = try seconds(leastInterval, "least_interval_s") ?? 10
        let kind: SensorKind? = try word(self.kind, "kind")
        let deviceClass: DeviceClass? = try word(self.deviceClass, "device_class")
        let stateClass: StateClass? = try word(self.stateClass, "state_class")
        let category: EntityCategory? = try word(self.category, "category")
        let sensitivity: Sensitivity? = try word(self.sensitivity, "sensitivity")
        do {
            return try Sensor(
                id: id,
                kind: kind ?? .sensor,
                device: self.device ?? device,
                name: name,
                deviceClass: deviceClass,
                unit: unit.map(Unit.init(rawValue:)),
                stateClass: stateClass,
                category: category,
                icon: icon,
                interval: .milliseconds(Int64(interval * 1000)),
                leastInterval: .milliseconds(Int64(least * 1000)),
                sensitivity: sensitivity ?? .plain,
                attributes: attributes ?? [],
                needs: needs,
                revision: revision ?? 1,
                formerIDs: formerIDs
            )
        } catch {
            throw .badItem(self.id, "\(error)")
        }
    }

    private func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String?,
        _ key: String
    ) throws(PluginLineError) -> Word? {
        guard let text else { return nil }
        if let word = Word(rawValue: text) { return word }
        // Home Assistant's list is too long for a line.
        let page = "developers.home-assistant.io/docs/core/entity/" + (kind ?? "sensor").replacing("_", with: "-")
        let known = Word.allCases.count > 8 ? "see \(page)" : Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badItem(id, "\(key) '\(text)' is not known (\(known))")
    }

    private func seconds(_ number: Double?, _ key: String) throws(PluginLineError) -> Double? {
        guard let number else { return nil }
        guard (1...86400).contains(number) else { throw .badItem(id, "\(key) must be from 1 to 86400") }
        return number
    }
}
