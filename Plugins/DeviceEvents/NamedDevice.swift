import SensorSDK
import Shared

/// USB devices that their owner named, as `usb:046d:c52b`, or one of several alike, as `usb:046d:c52b:#5e1f0a`.
struct NamedDevice: Sendable {
    let id: SensorID
    /// `USB device 046d:c52b`
    private let title: String
    /// Vendor and product.
    private let numbers: [UInt16?]
    /// Stand for the serial number, which is kept nowhere.
    private let serialDigits: String?
    private let context: ProviderContext

    /// - Parameter source: As `SourceNaming` spells it.
    /// - Returns: `nil` for what is spelt otherwise.
    init?(_ source: String, context: ProviderContext) {
        let parts = source.split(separator: ":").map(String.init)
        guard parts.count >= 3 else { return nil }
        var thing = parts[...2].joined(separator: "_")
        var title = "USB device \(parts[1]):\(parts[2])"
        serialDigits = parts.count > 3 ? String(parts[3].dropFirst()) : nil
        if let serialDigits {
            let own = context.id(for: parts[1], parts[2], serialDigits)
            thing += "_\(own)"
            title += " (\(own.prefix(4)))"
        }
        guard let id = try? SensorID(family: "device_events", thing: thing, reading: "present") else {
            return nil  // no source that was checked
        }
        self.id = id
        self.title = title
        self.context = context
        numbers = parts[1...2].map { UInt16($0, radix: 16) }
    }

    /// - Throws: ``SensorError``: our own mistake.
    func sensor() throws -> Sensor {
        try Sensor(
            id: id,
            kind: .binarySensor,
            device: title,
            name: "\(title) present",
            deviceClass: .connectivity,
            icon: "mdi:usb",
            interval: .seconds(300),
            // When its owner comes and goes can be seen from a device of his.
            sensitivity: .activity
        )
    }

    /// - Returns: `nil` while a device is there that may be this one, since udev has not read its serial number.
    func isPresent(among devices: [Device]) -> Bool? {
        let alike = devices.filter { DeviceCategory.usb.includes($0) && Self.numbers(of: $0) == numbers }
        guard let serialDigits else { return !alike.isEmpty }
        if alike.contains(where: { $0.properties["ID_SERIAL_SHORT"].map(context.digits) == serialDigits }) {
            return true
        }
        return alike.allSatisfy { $0.properties["ID_VENDOR_ID"] != nil } ? false : nil
    }

    /// From the kernel's own `46d/c52b/1201`, which is there without udev's rules.
    private static func numbers(of device: Device) -> [UInt16?] {
        (device.properties["PRODUCT"] ?? "").split(separator: "/").prefix(2).map { UInt16($0, radix: 16) }
    }
}
