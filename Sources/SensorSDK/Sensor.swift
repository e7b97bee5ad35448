/// One thing that this machine could report; nothing is reported until its owner enables it.
public struct Sensor: Sendable, Hashable {
    public private(set) var id: SensorID
    public let kind: SensorKind
    /// Name of the device that it belongs to, as people know it: `BAT0`, `Samsung SSD 980`. At most 64 characters.
    public let device: String
    /// Whole name, device included: `BAT0 level`. Servers keep the first one they see. At most 128 characters.
    public let name: String
    public let deviceClass: DeviceClass?
    public let unit: Unit?
    /// Only for ``SensorKind/sensor``.
    public let stateClass: StateClass?
    public let category: EntityCategory?
    /// `mdi:name`; `nil` lets the server choose.
    public let icon: String?
    /// How often it is read when the user chose nothing.
    public let interval: Duration
    /// The shortest interval that a user may choose: the source's floor.
    public let leastInterval: Duration
    public let sensitivity: Sensitivity
    /// Names of all attributes that a reading may carry, `[a-z0-9_]{1,40}`, sorted; an attribute that is added later is
    /// not sent until its owner enables the sensor again.
    public let attributes: [String]
    /// What the machine must grant before it can be read, such as `group disk`; `nil` when nothing is needed.
    public let needs: String?
    /// Counts up when source or meaning change under the same id; the sensor is then off until it is enabled again.
    public let revision: Int
    /// Ids that the same sensor had in earlier versions, the latest first; of its own family, at most ``mostFormerIDs``. What is
    /// enabled under one of them goes on under the new one, and each server keeps the name that it knows, as long as kind,
    /// classes, unit, sensitivity and revision are the same.
    public private(set) var formerIDs: [SensorID]

    /// How many ids one sensor can have had.
    public static let mostFormerIDs = 8
    /// What the plugin that it belongs to may do only if the owner allows it, one line each; said by whoever runs the plugin, never by
    /// the plugin. Other than was accepted, and the sensor is off until it is enabled again.
    package var asks: [String] = []

    /// - Throws: ``SensorError`` when the words don't fit together (``Vocabulary``) or a text is empty or too long.
    public init(
        id: SensorID,
        kind: SensorKind = .sensor,
        device: String,
        name: String,
        deviceClass: DeviceClass? = nil,
        unit: Unit? = nil,
        stateClass: StateClass? = nil,
        category: EntityCategory? = nil,
        icon: String? = nil,
        interval: Duration = .seconds(60),
        leastInterval: Duration = .seconds(10),
        sensitivity: Sensitivity = .plain,
        attributes: [String] = [],
        needs: String? = nil,
        revision: Int = 1,
        formerIDs: [SensorID] = []
    ) throws(SensorError) {
        self.id = id
        self.kind = kind
        self.device = device
        self.name = name
        self.deviceClass = deviceClass
        self.unit = unit
        self.stateClass = stateClass
        self.category = category
        self.icon = icon
        self.interval = max(interval, leastInterval)
        self.leastInterval = leastInterval
        self.sensitivity = sensitivity
        self.attributes = attributes.sorted()
        self.needs = needs
        self.revision = revision
        self.formerIDs = formerIDs
        try check()
    }

    /// The same sensor by another id, as a server knows it that was told of it before it was renamed.
    package func renamed(to id: SensorID) -> Sensor {
        var sensor = self
        sensor.id = id
        sensor.formerIDs = []
        return sensor
    }

    /// Whether both measure the same, so that a new id is a mere respelling.
    package func isRespelling(of other: Sensor) -> Bool {
        (kind, deviceClass, unit, stateClass) == (other.kind, other.deviceClass, other.unit, other.stateClass)
            && (sensitivity, revision) == (other.sensitivity, other.revision)
    }

    private func check() throws(SensorError) {
        guard (1...64).contains(device.count), (1...128).contains(name.count) else { throw .badName(id) }
        if let icon {
            let parts = icon.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { throw .badIcon(id, icon) }
        }
        for attribute in attributes where !Self.isAttributeName(attribute) {
            throw .badAttribute(id, attribute)
        }
        for former in formerIDs where former.family != id.family || former == id || formerIDs.count > Self.mostFormerIDs
        {
            throw .badFormerID(id, former)
        }
        if let conflict = Vocabulary.conflict(
            kind: kind,
            deviceClass: deviceClass,
            unit: unit,
            stateClass: stateClass
        ) {
            throw .badWords(id, conflict)
        }
    }

    private static func isAttributeName(_ name: String) -> Bool {
        // Home Assistant lets attributes override these words of an entity.
        let reserved = [
            "device_class", "unit_of_measurement", "state_class", "restored", "friendly_name", "icon",
        ]
        guard (1...SensorID.longestPart).contains(name.utf8.count), !reserved.contains(name) else { return false }
        return name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        }
    }
}
