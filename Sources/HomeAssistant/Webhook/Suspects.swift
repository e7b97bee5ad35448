import SensorSDK

/// What a server has failed on or refused although it takes everything else: a link's memory of items that are to be sent
/// apart from the rest, so that one bad item stops no other.
struct Suspects: Sendable {
    /// The most states in one request; less after a proxy found that too large.
    var mostStates = 200
    /// Sensors whose last state was refused; each goes alone and last.
    private(set) var sensors: Set<SensorID> = []
    /// How often in a row a request with states failed at a server that answers otherwise.
    private(set) var failures = 0
    private var failuresOfRegistration = Strikes()
    private var silences = Strikes()

    /// How often the same thing may fail before it is taken apart.
    static let patience = 5
    /// Bytes of states in one request, about; sealed it is far below the 16 MiB of the server, and what most proxies take.
    private static let mostBytes = 512 << 10

    /// States as they go out: together, those under suspicion each alone.
    func portions(of updates: [StateUpdate]) -> [[StateUpdate]] {
        let others = updates.filter { !sensors.contains($0.sensor) }
        var portions: [[StateUpdate]] = []
        var bytes = 0
        for update in others {
            bytes += update.size
            if let last = portions.last, last.count < mostStates, bytes <= Self.mostBytes {
                portions[portions.count - 1].append(update)
            } else {
                portions.append([update])
                bytes = update.size
            }
        }
        return portions + updates.filter { sensors.contains($0.sensor) }.map { [$0] }
    }

    mutating func condemn(_ sensor: SensorID) { sensors.insert(sensor) }

    mutating func acquit(_ sensor: SensorID) {
        sensors.remove(sensor)
        silences.forgive(sensor)
    }

    /// An answer said nothing of this sensor, or nothing that is known here.
    ///
    /// - Returns: Whether its state is to be set aside.
    mutating func wasPassedOver(_ sensor: SensorID) -> Bool { silences.isOut(sensor) }

    /// - Returns: Whether it is time to find the culprit.
    mutating func failed() -> Bool {
        failures += 1
        return failures >= Self.patience
    }

    mutating func worked() { failures = 0 }

    /// - Returns: Whether the registration is to be given up.
    mutating func failedToRegister(_ sensor: SensorID) -> Bool { failuresOfRegistration.isOut(sensor) }

    mutating func registered(_ sensor: SensorID) { failuresOfRegistration.forgive(sensor) }

    /// How often in a row something failed, by sensor.
    private struct Strikes {
        private var counts: [SensorID: Int] = [:]

        /// Counts one more.
        ///
        /// - Returns: Whether it is one too many.
        mutating func isOut(_ sensor: SensorID) -> Bool {
            counts[sensor, default: 0] += 1
            return counts[sensor, default: 0] >= Suspects.patience
        }

        mutating func forgive(_ sensor: SensorID) { counts[sensor] = nil }
    }
}
