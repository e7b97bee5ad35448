import SensorSDK
import Shared

@testable import DeviceEvents

private let keys = [
    "ID_MODEL", "ID_MODEL_ENC", "ID_MODEL_ID", "ID_MODEL_FROM_DATABASE", "ID_VENDOR", "ID_VENDOR_ENC", "ID_VENDOR_ID",
    "ID_VENDOR_FROM_DATABASE", "ID_NAME", "NAME", "POWER_SUPPLY_NAME", "INTERFACE", "DEVPATH_OLD", "ID_SERIAL",
]
private let actions = ["add", "remove", "change", "move", "bind"]

/// A sequence of udev events, between bytes 0xFF: action and category, path, and properties between bytes 0xFE.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzUdev(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var ledger = DeviceLedger()
    var time = Duration.zero
    for piece in FuzzInput(start, count).pieces {
        let fields = piece.split(separator: 0xFE, omittingEmptySubsequences: false)
        let head = Array(fields.first ?? [])
        let category = DeviceCategory.all[Int(head.first ?? 0) % DeviceCategory.all.count]
        var properties: [String: String] = [:]
        for (key, value) in zip(keys, fields.dropFirst(2)) where !value.isEmpty {
            properties[key] = String(decoding: value, as: UTF8.self)
        }
        let device = Device(
            path: String(decoding: fields.dropFirst().first ?? [], as: UTF8.self),
            subsystem: category.filter.subsystem,
            deviceType: category.filter.deviceType,
            properties: properties
        )
        time += .milliseconds(Int(head.dropFirst(2).first ?? 0) * 10)
        let action = actions[Int(head.dropFirst().first ?? 0) % actions.count]
        let step =
            head.count > 3
            ? ledger.list([device], category, at: time) : ledger.happened(action, device, category, at: time)
        for report in step.reports {
            let name = report.device.name
            precondition(!name.isEmpty && name.count <= 64 && name == name.printable(limit: 64), "a name: \(name)")
            precondition(!DeviceNames.holdsHardwareAddress(name), "a name that holds an address: \(name)")
        }
        for held in step.held { _ = ledger.release(held.path, at: time + held.wait) }
    }
    precondition(ledger.count(.usb) ?? 0 >= 0, "fewer devices than none")
    return 0
}
