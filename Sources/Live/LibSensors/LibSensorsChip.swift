import CSensors
import Glibc
import Shared

/// One chip in libsensors' list. Valid as long as the ``LibSensors`` that it came from.
struct LibSensorsChip {
    let identity: ChipIdentity
    let monitor: HardwareMonitor
    private let chip: UnsafePointer<sensors_chip_name>
    /// The library's numbers of what can be read, by name.
    private let numbers: [String: Int32]

    /// - Returns: `nil` for a chip that is not among `identities`.
    init?(_ chip: UnsafePointer<sensors_chip_name>, identities: [String: ChipIdentity]) {
        let path = String(cString: chip.pointee.path)
        guard let identity = identities[path] else { return nil }
        var features: [HardwareMonitor.Feature] = []
        var numbers: [String: Int32] = [:]
        var featureNumber: Int32 = 0
        while let feature = sensors_get_features(chip, &featureNumber) {
            guard let kind = HardwareMonitor.Feature.Kind(feature.pointee.type) else { continue }
            let readable = Self.readable(of: feature, chip)
            numbers.merge(readable) { first, _ in first }
            let name = String(cString: feature.pointee.name)
            features.append(
                HardwareMonitor.Feature(
                    name: name,
                    kind: kind,
                    label: Self.label(of: feature, chip) ?? name,
                    subfeatures: readable.map(\.0)
                )
            )
        }
        self.identity = identity
        self.chip = chip
        self.numbers = numbers
        monitor = HardwareMonitor(
            prefix: String(cString: chip.pointee.prefix),
            printedName: Self.printedName(of: chip),
            path: path,
            device: identity.device,
            features: features
        )
    }

    /// - Returns: `nil` when the chip has no such subfeature.
    func value(of subfeature: String, files: any FileTree) -> Result<Double, HardwareMonitorsError>? {
        guard let number = numbers[subfeature] else { return nil }
        var value = 0.0
        let code = sensors_get_value(chip, number, &value)
        guard code < 0 else { return .success(value) }
        let failure = SensorsFailure(chip: monitor.path, files: files)
        return failure.reason(code, for: subfeature).map { .failure(.unreadable($0)) }
    }

    private static func readable(
        of feature: UnsafePointer<sensors_feature>,
        _ chip: UnsafePointer<sensors_chip_name>
    ) -> [(String, Int32)] {
        var subfeatures: [(String, Int32)] = []
        var number: Int32 = 0
        while let subfeature = sensors_get_all_subfeatures(chip, feature, &number) {
            guard subfeature.pointee.flags & UInt32(SENSORS_MODE_R) != 0 else { continue }
            subfeatures.append((String(cString: subfeature.pointee.name), subfeature.pointee.number))
        }
        return subfeatures
    }

    private static func label(
        of feature: UnsafePointer<sensors_feature>,
        _ chip: UnsafePointer<sensors_chip_name>
    ) -> String? {
        guard let label = sensors_get_label(chip, feature) else { return nil }
        defer { free(label) }
        return String(cString: label)
    }

    private static func printedName(of chip: UnsafePointer<sensors_chip_name>) -> String {
        let capacity = 256
        return String(capacity: capacity) { sensors_snprintf_chip_name($0, capacity, chip) >= 0 } ?? ""
    }
}
