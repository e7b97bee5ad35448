import SensorSDK
import Shared
import TestSupport
import Testing

/// What holds for every reading of every family, whatever the machine says.
enum Sanity {
    /// Lets a family list and read all there is, twice, and records what is out of range.
    ///
    /// - Parameter seed: What to give `SENSOR_SEED` to see it again.
    static func check(_ provider: any SensorProvider, seed: UInt64, between: () -> Void = {}) async {
        var sensors: [SensorID: Sensor] = [:]
        for _ in 0..<2 {
            let listed: [Sensor]
            do {
                listed = try await provider.sensors()
            } catch {
                // Where the list can't be had, the family says so; SensorError would be our own mistake.
                #expect(!(error is SensorError) && !(error is SensorIDError), "SENSOR_SEED=\(seed): \(error)")
                listed = []
            }
            let ids = listed.map(\.id)
            #expect(Set(ids).count == ids.count, "SENSOR_SEED=\(seed): an id twice among \(ids)")
            for sensor in listed {
                sensors[sensor.id] = sensor
                for text in [sensor.name, sensor.device] where !isClean(text, limit: 160) {
                    Issue.record("SENSOR_SEED=\(seed): the name '\(text.debugDescription)'")
                }
            }
            let readings = await provider.read(Set(sensors.keys))
            #expect(Set(readings.map(\.sensor)) == Set(sensors.keys), "SENSOR_SEED=\(seed): not each was answered")
            for reading in readings {
                guard let sensor = sensors[reading.sensor] else { continue }
                if let complaint = complaint(about: reading, of: sensor) {
                    Issue.record("SENSOR_SEED=\(seed): \(reading.sensor) \(complaint)")
                }
            }
            between()
        }
    }

    static func isClean(_ text: String, limit: Int) -> Bool {
        text.count <= limit && text == text.printable(limit: limit)
    }

    private static func complaint(about reading: Reading, of sensor: Sensor) -> String? {
        if let complaint = sensor.formComplaint(about: reading) { return complaint }
        for (name, value) in reading.attributes {
            if case .number(let number) = value, !number.isFinite { return "has \(number) as \(name)" }
            if case .text(let text) = value, !isClean(text, limit: 255) { return "has a dirty \(name)" }
        }
        switch reading.outcome {
        case .unavailable: return nil
        case .value(.text(let text)): return isClean(text, limit: 255) ? nil : "says \(text.debugDescription)"
        case .value(.flag), .value(.time): return nil
        case .value(.integer(let number)): return range(of: sensor).contains(Double(number)) ? nil : "is \(number)"
        case .value(.number(let number)): return range(of: sensor).contains(number) ? nil : "is \(number)"
        }
    }

    /// What the physics of a unit allows.
    private static func range(of sensor: Sensor) -> ClosedRange<Double> {
        switch sensor.unit?.rawValue {
        // A new battery holds more than it was made for.
        case "%" where sensor.id.reading == "health": 0...500
        case "%": 0...100
        case "°C": -100...250
        case "V": -10_000...10_000
        case "A": -10_000...10_000
        case "W": -100_000...100_000
        case "rpm": 0...30_000
        case "min": 0...14_400
        case "Wh": 0...1_000_000
        case "J": 0...1e15
        case "dBm": -128 ... -1
        case "Mbit/s", "MHz": 0...1e9
        case "B", "B/s": 0...0x1p64
        default: 0...1e9
        }
    }
}
