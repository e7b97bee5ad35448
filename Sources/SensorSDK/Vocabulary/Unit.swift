/// A unit as Home Assistant spells it; ``Vocabulary`` says which class takes which.
///
/// Sensors without a device class may have any unit, so this is open; the usual ones have names here.
public struct Unit: RawRepresentable, Sendable, Hashable, Codable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let percent = Unit(rawValue: "%")

    public static let celsius = Unit(rawValue: "°C")
    public static let volt = Unit(rawValue: "V")
    public static let ampere = Unit(rawValue: "A")
    public static let watt = Unit(rawValue: "W")
    public static let joule = Unit(rawValue: "J")
    public static let wattHour = Unit(rawValue: "Wh")
    public static let hertz = Unit(rawValue: "Hz")
    public static let megahertz = Unit(rawValue: "MHz")

    public static let second = Unit(rawValue: "s")
    public static let minute = Unit(rawValue: "min")

    public static let byte = Unit(rawValue: "B")
    public static let bytesPerSecond = Unit(rawValue: "B/s")
    public static let megabitsPerSecond = Unit(rawValue: "Mbit/s")
    public static let decibelMilliwatt = Unit(rawValue: "dBm")

    /// Revolutions a minute; no device class takes it.
    public static let revolutionsPerMinute = Unit(rawValue: "rpm")
}
