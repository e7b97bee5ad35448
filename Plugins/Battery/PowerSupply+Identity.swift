import SensorSDK
import Shared

extension PowerSupply {
    /// The middle part of the ids by the recipe; two supplies may still claim the same one.
    ///
    /// - Returns: `nil` for a peripheral of which can't be told which one it is, since what would tell it can't be read.
    mutating func claim(
        in files: any FileTree,
        _ texts: RememberedTexts,
        _ context: ProviderContext
    ) -> ThingNames.Claim? {
        do {
            let part = try texts.text(of: "\(path)/id") { try self.part(in: files, context) }
            return ThingNames.Claim(part: part, path: path)
        } catch {
            return nil
        }
    }

    private mutating func part(in files: any FileTree, _ context: ProviderContext) throws -> String {
        guard isPeripheral else {
            return DeviceNames.holdsHardwareAddress(name)
                ? context.id(for: name)
                : context.part(from: nameWithoutBus)
        }
        // The name's number grows with each connection; what stays is who the device says it is.
        let device = try hidProperties(in: files)
        let kind = device["HID_ID"] ?? ""
        if let unique = device["HID_UNIQ"] { return "p_" + context.id(for: kind, unique) }
        // Without a serial number the port is all that is left.
        if let serial = try attributes.identity("serial_number") { return "p_" + context.id(for: serial) }
        if let port = device["HID_PHYS"] { return "p_" + context.id(for: kind, port) }
        return "p_" + context.id(for: kind, DevicePath.withoutKernelCounters(path))
    }

    /// Drivers of smart batteries put the number of the bus into the name, which the kernel counts: `sbs-11-000b` is address 0b.
    private var nameWithoutBus: String {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, Int(parts[1]) != nil, parts[2].count == 4, parts[2].allSatisfy(\.isHexDigit) else {
            return name
        }
        return "\(parts[0])-\(parts[2])"
    }

    /// What people call it; never a serial number or a hardware address.
    mutating func displayName(in files: any FileTree) -> String {
        if !isPeripheral, let name = DeviceNames.firstShowable([name]) { return name }
        // A name that can't be read is as good as none.
        let model = try? attributes.text("model_name")
        let device = try? hidProperties(in: files)
        let names = [model, isPeripheral ? device?["HID_NAME"] : nil]
        return DeviceNames.firstShowable(names) ?? (isBattery ? "Battery" : "Power input")
    }

    /// Properties of the HID device that the supply belongs to; blank ones are left out, and all of them are missing
    /// where there is no such device.
    ///
    /// - Throws: ``FileError`` when they are there and can't be read.
    private func hidProperties(in files: any FileTree) throws(FileError) -> [String: String] {
        var folder = path[...]
        while let slash = folder.lastIndex(of: "/") {
            guard DevicePath.isHID(folder[folder.index(after: slash)...]) else {
                folder = folder[..<slash]
                continue
            }
            let text: String?
            do throws(FileError) {
                text = try files.text("\(folder)/uevent")
            } catch  where error.isAbsence {
                return [:]
            }
            var properties: [String: String] = [:]
            for line in (text ?? "").split(separator: "\n") {
                guard let sign = line.firstIndex(of: "=") else { continue }
                let value = line[line.index(after: sign)...]
                if value.contains(where: { $0 != " " }) { properties[String(line[..<sign])] = String(value) }
            }
            return properties
        }
        return [:]
    }
}
