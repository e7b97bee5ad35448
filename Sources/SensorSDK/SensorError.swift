/// Why a ``Sensor`` can't be made as it was described.
public enum SensorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Device or name are empty or too long.
    case badName(SensorID)
    /// Not `prefix:name`.
    case badIcon(SensorID, String)
    /// Not `[a-z0-9_]{1,40}`, or a word by which Home Assistant would change the entity itself.
    case badAttribute(SensorID, String)
    /// Its own id, one of another family, or one too many.
    case badFormerID(SensorID, SensorID)
    /// Kind, class, unit and state class contradict each other.
    case badWords(SensorID, Vocabulary.Conflict)

    public var description: String {
        switch self {
        case .badName(let id): "sensor \(id): device and name must not be empty, nor over 64 and 128 characters"
        case .badIcon(let id, let icon): "sensor \(id): icon '\(icon)' must be written prefix:name"
        case .badAttribute(let id, let name): "sensor \(id): '\(name)' can't be the name of an attribute"
        case .badFormerID(let id, let former):
            "sensor \(id): it can't have been \(former): former ids are others of its own family, at most \(Sensor.mostFormerIDs)"
        case .badWords(let id, let conflict): "sensor \(id): \(conflict)"
        }
    }
}
