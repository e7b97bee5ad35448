extension DemoNode {
    /// `/sys/class/power_supply`
    static func addPowerSupplies(_ parts: DemoParts, to nodes: inout [String: DemoNode]) {
        for supply in DemoPowerSupply.all(parts) {
            let folder = "/sys/devices/\(supply.path)"
            nodes["/sys/class/power_supply/\(supply.name)"] = .link("../../devices/\(supply.path)")
            let parent = supply.path.split(separator: "/").dropLast(2).last ?? ""
            nodes["\(folder)/device"] = .link("../../../\(parent)")
            for (position, property) in supply.properties(DemoMachine(at: .zero)).enumerated() {
                nodes["\(folder)/\(property.name)"] = .file { supply.properties($0)[position].value + "\n" }
            }
            nodes["\(folder)/uevent"] = .file { machine in
                let properties = supply.properties(machine).map { "POWER_SUPPLY_\($0.name.uppercased())=\($0.value)\n" }
                return "DEVTYPE=power_supply\nPOWER_SUPPLY_NAME=\(supply.name)\n" + properties.joined()
            }
        }
        nodes["/sys/devices/\(DemoPowerSupply.mousePath)/uevent"] = .text(
            """
            DRIVER=logitech-hidpp-device
            HID_ID=0003:00000DE0:00000002
            HID_NAME=Mouse (demo)
            HID_PHYS=usb-00de:00:14.0-2/input2:1
            HID_UNIQ=de-30-00-01

            """
        )
    }
}
