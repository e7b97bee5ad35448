import FoundationEssentials
import SensorSDK
import Shared

/// What a server was told of a sensor, and what it is to be told: a row of `registrations`.
struct StoredRegistration {
    /// How long a sensor that was registered again, because the server had forgotten it, is not registered once more.
    static let pause = 3600.0

    /// On or off.
    var isWanted: Bool
    /// The server has not yet taken what the owner chose.
    var isExplicit: Bool
    /// As the server has it, or may have it; `nil` when it can't know of the sensor.
    var described: Sensor?
    /// On or off, as the server acknowledged it last; `nil` when it did not.
    var told: Bool?
    /// The server's reason.
    var refusal: String?
    /// What it refused.
    var refused: Sensor?
    var notBefore: Date?
    /// By which id the server knows the sensor, if it is a former one.
    var knownAs: SensorID?

    /// What the server is to be told now.
    ///
    /// - Parameters:
    ///   - id: The sensor.
    ///   - current: Its description; `nil` when that is unknown or not covered by what the owner accepted.
    ///   - isDisabledByServer: See ``Enablement``.
    func order(for current: Sensor?, isDisabledByServer: Bool) -> RegistrationOrder? {
        guard isWanted else {
            return isExplicit ? described.map { RegistrationOrder(sensor: $0, disabled: true) } : nil
        }
        guard let current else { return nil }
        if let refused, Self.announces(refused, sameAs: current) { return nil }
        if isExplicit { return RegistrationOrder(sensor: current, disabled: false) }
        if isDisabledByServer { return nil }
        if told == true, let described, Self.announces(described, sameAs: current) { return nil }
        return RegistrationOrder(sensor: current, disabled: nil)
    }

    /// Whether ``order(for:isDisabledByServer:)`` may go out now. A clock that was set back does not hold it up.
    func isDue(_ now: Date) -> Bool {
        guard let notBefore, told == nil, !isExplicit else { return true }
        let wait = notBefore.timeIntervalSince(now)
        return wait <= 0 || wait > Self.pause
    }

    /// Whether a server would be told the same of both.
    private static func announces(_ sensor: Sensor, sameAs other: Sensor) -> Bool {
        sensor.kind == other.kind && sensor.device == other.device && sensor.name == other.name
            && sensor.deviceClass == other.deviceClass && sensor.unit == other.unit
            && sensor.stateClass == other.stateClass && sensor.category == other.category && sensor.icon == other.icon
    }
}
