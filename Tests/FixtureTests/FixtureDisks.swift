import FoundationEssentials
import Shared
import TestSupport

@testable import Storage

/// What udev and sysfs say of block devices, by source or `major:minor`.
struct FixtureDisks {
    private let entries: [String: [String: FixtureValue]]

    init(_ json: [UInt8]) throws {
        entries = try JSONDecoder().decode([String: [String: FixtureValue]].self, from: Data(json))
    }

    /// Shows those that are mounted, beside the devices that the machine has already.
    func show(on machine: FixtureMachine, mounts: [Mount]) {
        machine.files.remove("/sys/dev")
        machine.files.remove("/sys/devices/fixture")
        let others = machine.devices.all.filter { !$0.path.hasPrefix("/devices/fixture") }
        var devices: [Device] = []
        for mount in mounts {
            let source = String(decoding: mount.source, as: UTF8.self)
            guard let entry = entries[source] ?? entries[mount.device] else { continue }
            devices.append(show(mount, source, entry, on: machine.files))
        }
        machine.devices.set(others + devices)
    }

    private func show(
        _ mount: Mount,
        _ source: String,
        _ entry: [String: FixtureValue],
        on files: FakeFileTree
    ) -> Device {
        let numbers = mount.device.split(separator: ":").map(String.init)
        let disk = "/devices/fixture/block/disk\(numbers.joined(separator: "_"))"
        var properties: [String: String] = ["MAJOR": numbers.first ?? "", "MINOR": numbers.last ?? ""]
        properties["DEVNAME"] = source
        for (key, value) in entry where key != "removable" {
            switch value {
            case .text(let text): properties[key] = text
            case .number(let number): properties[key] = "\(Int(number))"
            case .flag(let flag): properties[key] = flag ? "1" : "0"
            }
        }
        let isRemovable = [.number(1), .flag(true), .text("1")].contains(entry["removable"])
        files.write(isRemovable ? "1\n" : "0\n", to: "/sys\(disk)/removable")
        files.addFolder("/sys\(disk)/partition")
        files.link("/sys/dev/block/\(mount.device)", to: "../../\(disk.dropFirst())/partition")
        return Device(path: "\(disk)/partition", subsystem: "block", deviceType: "partition", properties: properties)
    }
}
