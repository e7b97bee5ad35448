/// What a sensor's values reveal about the people around the machine.
///
/// A sensor that is not ``plain`` is enabled only by its full id, and the user is told what it reveals.
public enum Sensitivity: String, Sendable, Hashable, Codable, CaseIterable {
    case plain
    /// Where the machine is: SSID, BSSID, public addresses.
    case location
    /// Who uses it: serial numbers, mount names with a user's name, hardware addresses.
    case identity
    /// What its users do and when.
    case activity
}
