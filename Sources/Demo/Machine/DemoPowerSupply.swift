/// A folder of `/sys/class/power_supply`.
struct DemoPowerSupply: Sendable {
    /// Below `/sys/devices`; its last part is the name of the supply.
    let path: String
    /// Name and content of each file, in the kernel's order and units.
    let properties: @Sendable (DemoMachine) -> [(name: String, value: String)]

    var name: String {
        String(path.split(separator: "/").last ?? "")
    }

    static let mousePath = "pci00de:00/00de:00:14.0/usb9/9-2/9-2:1.2/0003:0DE0:0001.0003/0003:0DE0:0002.0004"

    /// - Parameter parts: Without ``DemoParts/host`` the names say that they are made up, since people know the supplies of
    ///   a machine by them.
    static func all(_ parts: DemoParts) -> [DemoPowerSupply] {
        guard parts.contains(.power) else { return [] }
        let mark = parts.contains(.host) ? "" : "demo_"
        return [battery("\(mark)BAT0"), mains("\(mark)AC"), mouse]
    }

    private static func battery(_ name: String) -> DemoPowerSupply {
        DemoPowerSupply(path: "LNXSYSTM:00/LNXSYBUS:00/PNP0C0A:00/power_supply/\(name)") { machine in
            [
                ("type", "Battery"),
                ("status", machine.isOnMains ? "Charging" : "Discharging"),
                ("present", "1"),
                ("technology", "Li-poly"),
                ("cycle_count", "143"),
                ("voltage_min_design", "11400000"),
                ("voltage_now", "\(machine.batteryVoltage)"),
                ("power_now", "\(machine.batteryPower)"),
                ("energy_full_design", "57000000"),
                ("energy_full", "\(DemoMachine.batteryFullEnergy)"),
                ("energy_now", "\(machine.batteryEnergy)"),
                ("capacity", "\(Int(machine.batteryCharge))"),
                ("capacity_level", "Normal"),
                ("model_name", "BAT0 (demo)"),
                ("manufacturer", "Demo"),
                ("serial_number", "DEMO0042"),
            ]
        }
    }

    private static func mains(_ name: String) -> DemoPowerSupply {
        DemoPowerSupply(path: "LNXSYSTM:00/LNXSYBUS:00/ACPI0003:00/power_supply/\(name)") { machine in
            [("type", "Mains"), ("online", machine.isOnMains ? "1" : "0"), ("model_name", "AC (demo)")]
        }
    }

    private static let mouse = DemoPowerSupply(path: mousePath + "/power_supply/hidpp_battery_0") { machine in
        [
            ("type", "Battery"),
            ("scope", "Device"),
            ("online", "1"),
            ("status", "Discharging"),
            ("capacity", "\(machine.mouseCharge)"),
            ("model_name", "Mouse (demo)"),
            ("manufacturer", "Demo"),
            ("serial_number", "de-30-00-01"),
        ]
    }
}
