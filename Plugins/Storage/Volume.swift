import SensorSDK

/// A file system that is offered, at the mount point by which people know it.
struct Volume: Sendable, Hashable {
    var mount: Mount
    /// Middle part of its ids.
    var thing: String
    /// `Root file system`, `/home`, `STICK`
    var name: String
    /// Asking for it resets the timer after which it would be unmounted again.
    var isBelowAutomount: Bool

    /// Whether it is asked by a helper process alone: a server or a daemon answers for it, or nobody.
    var mayHang: Bool { !mount.answersAtOnce }

    var sensitivity: Sensitivity { mount.revealsUser ? .identity : .plain }

    /// - Throws: ``SensorIDError``, ``SensorError``: our own mistake, since each part is made to fit.
    func sensor(_ reading: VolumeReading) throws -> Sensor {
        try Sensor(
            id: id(reading),
            kind: reading.kind,
            device: name,
            name: "\(name) \(reading.title)",
            deviceClass: reading.deviceClass,
            unit: reading.unit,
            stateClass: reading.stateClass,
            category: reading.category,
            icon: reading.icon,
            interval: isBelowAutomount ? Self.automountInterval : .seconds(300),
            leastInterval: isBelowAutomount ? Self.automountInterval : .seconds(mayHang ? 300 : 30),
            sensitivity: sensitivity
        )
    }

    /// Long enough for what was mounted by itself to be unmounted again.
    static let automountInterval = Duration.seconds(900)

    func id(_ reading: VolumeReading) throws(SensorIDError) -> SensorID {
        try SensorID(family: "storage", thing: thing, reading: reading.rawValue)
    }
}
