import SensorSDK

/// The sensors of the made-up machine, and which server gets which.
enum Sensors {
    static let counters = ["torture.a.count", "torture.b.count", "torture.c.count", "torture.d.count"]
    static let bell = "torture.bell.last_event"
    /// Turned on and off all the time.
    static let flip = "torture.flip.count"
    /// On nowhere.
    static let secret = "torture.secret.count"

    static let all = counters + [bell, flip, secret]

    /// Number of the one server where ``flip`` comes and goes.
    static let flipServer = 1

    /// What is on at each server for good.
    static let enabled: [Set<String>] = [
        [counters[0], counters[1], bell],
        [counters[1], counters[2], bell],
        [counters[3]],
    ]

    /// What is on at the receiver, which gets every value.
    static let recorded: Set = [counters[1], counters[3], bell]

    /// Servers that get events.
    static let listeners = [0, 1]

    static func sensor(_ id: String) throws -> Sensor {
        try Sensor(
            id: SensorID(id),
            device: "Torture",
            name: "Torture \(id)",
            icon: "mdi:fire",
            interval: .seconds(1),
            leastInterval: .milliseconds(10)
        )
    }
}
