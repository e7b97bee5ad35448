import SensorSDK
import Shared
import TestSupport

@testable import Thermal

/// Makes of a file tree what libsensors 3.6 would make of it without a `sensors.conf`: chips with printed names, features
/// with labels, values in the library's units.
struct LibsensorsImitation {
    let files: FakeFileTree

    func load(into monitors: FakeHardwareMonitors) throws {
        monitors.set([])
        var chips: [HardwareMonitor] = []
        for name in try files.entries(of: "/sys/class/hwmon") {
            let path = "/sys/class/hwmon/\(name)"
            guard let prefix = try? files.text("\(path)/name") else { continue }
            let features = try features(of: path)
            guard !features.isEmpty else { continue }
            let printed = "\(prefix)-\(bus(of: path))"
            let device = try files.resolved(path)
            chips.append(
                HardwareMonitor(prefix: prefix, printedName: printed, path: path, device: device, features: features)
            )
            for feature in features {
                for subfeature in feature.subfeatures {
                    monitors.set(value(of: subfeature, feature.kind, path), for: subfeature, of: path)
                }
            }
        }
        monitors.set(chips)
    }

    private static let kinds: [(word: String, kind: HardwareMonitor.Feature.Kind)] = [
        ("in", .voltage), ("fan", .fan), ("temp", .temperature), ("power", .power), ("energy", .energy),
        ("curr", .current), ("humidity", .humidity), ("intrusion", .intrusion),
    ]

    private func features(of path: String) throws -> [HardwareMonitor.Feature] {
        var found: [String: HardwareMonitor.Feature] = [:]
        for file in try files.entries(of: path) {
            guard let cut = file.firstIndex(of: "_"), !file.hasSuffix("_label") else { continue }
            let name = String(file[..<cut])
            guard let kind = Self.kinds.first(where: { DeviceFolder.isNumbered(name, $0.word) })?.kind else { continue }
            let label = (try? files.text("\(path)/\(name)_label")) ?? name
            found[name, default: HardwareMonitor.Feature(name: name, kind: kind, label: label, subfeatures: [])]
                .subfeatures.append(file)
        }
        return found.values.sorted { $0.name < $1.name }
    }

    private func value(
        of subfeature: String,
        _ kind: HardwareMonitor.Feature.Kind,
        _ path: String
    ) -> Result<Double, HardwareMonitorsError> {
        do throws(FileError) {
            guard let text = try files.text("\(path)/\(subfeature)"), let number = Double(text) else {
                return .failure(.unreadable(.malformed))
            }
            let isFlag = ["_alarm", "_fault", "_type", "_beep"].contains(where: subfeature.hasSuffix)
            return .success(isFlag ? number : number / Self.scale(of: kind))
        } catch {
            return .failure(.unreadable(error.reason))
        }
    }

    private static func scale(of kind: HardwareMonitor.Feature.Kind) -> Double {
        switch kind {
        case .temperature, .voltage, .current, .humidity: 1000
        case .power, .energy: 1_000_000
        case .fan, .intrusion: 1
        }
    }

    /// `pci-00c3`, `isa-0290`, `virtual-0`
    private func bus(of path: String) -> String {
        guard let device = try? files.resolved("\(path)/device") else { return "virtual-0" }
        for folder in DeviceFolder(path: device).chain {
            let parts = folder.name.split { ":.-".contains($0) }.map(String.init)
            let link = try? files.resolved("\(folder.path)/subsystem")
            switch link?.split(separator: "/").last.map(String.init) {
            // As the library, which takes a folder without a subsystem by its name.
            case "pci",
                nil where parts.count == 4 && folder.name.contains("."):
                let numbers = parts.compactMap { Int($0, radix: 16) }
                return "pci-" + hexadecimal(numbers[0] << 16 | numbers[1] << 8 | numbers[2] << 3 | numbers[3])
            case "platform": return "isa-" + hexadecimal(parts.last.flatMap { Int($0) } ?? 0)
            case "hid":
                let numbers = parts.compactMap { Int($0, radix: 16) }
                return "hid-\(String(numbers[0], radix: 16))-\(String(numbers[3], radix: 16))"
            case "scsi": return "scsi-\(parts[0])-\(parts[2])"
            default: continue
            }
        }
        return "virtual-0"
    }

    private func hexadecimal(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
