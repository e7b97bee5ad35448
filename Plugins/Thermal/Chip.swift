import SensorSDK
import Shared

/// A chip of the hwmon class with its place in this machine.
struct Chip: Sendable, Hashable {
    var monitor: HardwareMonitor
    var place: Place
    /// Middle part of its ids.
    var thing: String
    /// `nvme Samsung SSD 980`, `k10temp`
    var name: String

    /// Whether its device sleeps. A read would wake it, and cost more than the value is worth.
    var isAsleep: Bool { Current.files.isSuspended("\(monitor.path)/device") }

    /// Whether the device is still the one that was found there: another drive in its slot looks the same to the kernel. One
    /// that sleeps gives no value, and is not looked at.
    var isWhereItWas: Bool {
        guard let proof = place.proof, !isAsleep else { return true }
        // What can't be read now was read before, so that it is looked for anew.
        return (try? Current.files.text(proof.file)) == proof.text
    }

    var readings: [ChipReading] {
        monitor.features.flatMap { feature -> [ChipReading] in
            var result: [ChipReading] = []
            if feature.valueSubfeature != nil { result.append(ChipReading(feature: feature, isAlarm: false)) }
            if feature.kind != .intrusion, !feature.alarmSubfeatures.isEmpty {
                result.append(ChipReading(feature: feature, isAlarm: true))
            }
            return result
        }
    }

    func id(_ reading: ChipReading) throws(SensorIDError) -> SensorID {
        try SensorID(family: "thermal", thing: thing, reading: reading.word)
    }

    /// - Throws: ``SensorIDError``, ``SensorError``: our own mistake, since each part is made to fit.
    func sensor(_ reading: ChipReading) throws -> Sensor {
        try Sensor(
            id: id(reading),
            kind: reading.kind,
            device: name,
            name: "\(name) \(title(reading))",
            deviceClass: reading.deviceClass,
            unit: reading.unit,
            stateClass: reading.stateClass,
            category: isMain(reading) ? nil : .diagnostic,
            icon: reading.icon,
            interval: .seconds(place.isDrive ? 300 : 60),
            leastInterval: .seconds(place.isDrive ? 60 : 2),
            attributes: reading.isAlarm ? [] : reading.feature.limitSubfeatures.map(\.name)
        )
    }

    /// The label, with the feature's name where the label is missing or not the only one of its kind.
    private func title(_ reading: ChipReading) -> String {
        let feature = reading.feature
        let label = feature.label.printable(limit: 45)
        let isAlone = monitor.features.count { $0.label == feature.label } == 1
        let isShown = !label.allSatisfy(\.isWhitespace)
        let title = !isShown ? feature.name : isAlone || label == feature.name ? label : "\(label) \(feature.name)"
        return reading.isAlarm ? "\(title) alarm" : title
    }

    /// The temperatures that people look for: processor package, graphics and drives, and humidity.
    private func isMain(_ reading: ChipReading) -> Bool {
        guard !reading.isAlarm else { return false }
        switch reading.feature.kind {
        case .humidity: return true
        case .temperature: break
        default: return false
        }
        if place.isDrive || place.isGraphics {
            return reading.feature == monitor.features.first { $0.kind == .temperature }
        }
        let label = reading.feature.label
        return label.hasPrefix("Package id") || label == "Tctl" || label == "Tdie" || monitor.prefix == "cpu_thermal"
    }
}
