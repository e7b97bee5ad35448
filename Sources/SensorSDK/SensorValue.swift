public import FoundationEssentials

/// A state or an attribute that was read.
public enum SensorValue: Sendable, Hashable {
    /// A finite number, in the unit of its sensor.
    case number(Double)
    /// A whole number, in the unit of its sensor.
    case integer(Int64)
    /// On or off; the only kind of value that a binary sensor has.
    case flag(Bool)
    /// At most 255 characters; longer text is shown as `unknown` by Home Assistant.
    case text(String)
    /// A point in time, for the device class `timestamp`.
    case time(Date)
}
