package import SensorSDK

/// Sensors that are no longer listed.
package struct ForgetReport: Codable, Sendable {
    package var version = 1
    package var forgotten: [SensorID]
    /// Those that the patterns meant as well and that stay.
    package var kept: [Kept]

    package struct Kept: Codable, Sendable {
        package var id: SensorID
        package var reason: Reason
    }

    /// Kept for ever.
    package enum Reason: String, Codable, Sendable {
        /// This machine has it now: the next list would bring it back.
        case present
        /// On for a server.
        case enabled
        /// Its family can't be asked now.
        case unknown
    }
}
