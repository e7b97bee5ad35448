/// How Home Assistant makes statistics of a sensor; the raw value is its word.
public enum StateClass: String, Sendable, Hashable, Codable, CaseIterable {
    case measurement
    /// Degrees of a direction. Refused by servers as old as 2024.3.
    case measurementAngle = "measurement_angle"
    case total
    case totalIncreasing = "total_increasing"
}
