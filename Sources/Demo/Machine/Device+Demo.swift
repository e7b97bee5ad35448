import Shared

extension Device {
    /// The USB stick that comes and goes.
    static let demoStick = usb("9-1", model: "Demo USB stick", serial: "DEMO0001")
    static let demoStickDisk = usbDisk("sdz", at: demoStick, major: 65, minor: 144)

    /// Devices that stay, other than the power supplies.
    static func demoDevices(_ parts: DemoParts) -> [Device] {
        var result: [Device] = []
        if parts.contains(.power) {
            result.append(usb("9-2", model: "Demo mouse receiver", serial: nil))
            result += demoPowerSupplies(parts)
        }
        if parts.contains(.volumes) {
            let stick = usb("9-3", model: "Demo backup stick", serial: "DEMO0002")
            let disk = usbDisk("sdy", at: stick, major: 65, minor: 128)
            result += [stick, disk, partition("sdy1", of: disk, minor: 129, fileSystem: "vfat", uuid: "DE30-0001")]
            let ssd = Device(
                path: "/devices/\(DemoChip.nvmePath)/nvme9n1",
                subsystem: "block",
                deviceType: "disk",
                properties: names("Demo SSD", serial: "DEMO0003").merging([
                    "DEVNAME": "/dev/nvme9n1", "MAJOR": "259", "MINOR": "900", "ID_PATH": "pci-00de:01:00.0-nvme-1",
                ]) { $1 }
            )
            result.append(ssd)
            for (name, minor) in [("nvme9n1p2", 902), ("nvme9n1p3", 903)] {
                let uuid = "de300000-0000-4000-8000-000000000\(minor)"
                result.append(partition(name, of: ssd, minor: minor, fileSystem: "ext4", uuid: uuid))
            }
        }
        if parts.contains(.network) {
            result += DemoInterface.all.map { interface in
                Device(
                    path: "/devices/\(interface.path)",
                    subsystem: "net",
                    deviceType: interface.isWireless ? "wlan" : nil,
                    properties: [
                        "INTERFACE": interface.name, "IFINDEX": "\(interface.index)",
                        "ID_PATH": "pci-\(interface.device.split(separator: "/").last ?? "")",
                    ]
                )
            }
        }
        return result
    }

    static func demoPowerSupplies(_ parts: DemoParts) -> [Device] {
        DemoPowerSupply.all(parts).map { supply in
            Device(
                path: "/devices/\(supply.path)",
                subsystem: "power_supply",
                deviceType: "power_supply",
                properties: ["POWER_SUPPLY_NAME": supply.name]
            )
        }
    }

    private static func usb(_ port: String, model: String, serial: String?) -> Device {
        Device(
            path: "/devices/pci00de:00/00de:00:14.0/usb9/\(port)",
            subsystem: "usb",
            deviceType: "usb_device",
            properties: names(model, serial: serial).merging([
                "ID_BUS": "usb", "ID_VENDOR_ID": "0de0", "ID_MODEL_ID": "0001", "PRODUCT": "de0/1/100",
                "ID_PATH": "pci-00de:00:14.0-usb-0:\(port.dropFirst(2))",
            ]) { $1 }
        )
    }

    private static func usbDisk(_ name: String, at device: Device, major: Int, minor: Int) -> Device {
        let port = device.path.split(separator: "/").last ?? ""
        return Device(
            path: "\(device.path)/\(port):1.0/host9/target9:0:0/9:0:0:0/block/\(name)",
            subsystem: "block",
            deviceType: "disk",
            properties: device.properties.merging([
                "DEVNAME": "/dev/\(name)", "ID_TYPE": "disk", "MAJOR": "\(major)", "MINOR": "\(minor)",
            ]) { $1 }
        )
    }

    private static func partition(
        _ name: String,
        of disk: Device,
        minor: Int,
        fileSystem: String,
        uuid: String
    ) -> Device {
        Device(
            path: "\(disk.path)/\(name)",
            subsystem: "block",
            deviceType: "partition",
            properties: disk.properties.merging([
                "DEVNAME": "/dev/\(name)", "MINOR": "\(minor)", "ID_FS_TYPE": fileSystem, "ID_FS_USAGE": "filesystem",
                "ID_FS_UUID": uuid, "ID_FS_UUID_ENC": uuid,
            ]) { $1 }
        )
    }

    /// What udev's `usb_id` makes of a device's texts.
    private static func names(_ model: String, serial: String?) -> [String: String] {
        let underscored = String(model.map { $0 == " " ? "_" : $0 })
        var result = [
            "ID_VENDOR": "Demo", "ID_VENDOR_ENC": "Demo", "ID_MODEL": underscored,
            "ID_MODEL_ENC": model.split(separator: " ").joined(separator: "\\x20"),
        ]
        if let serial {
            result["ID_SERIAL"] = "Demo_\(underscored)_\(serial)"
            result["ID_SERIAL_SHORT"] = serial
        }
        return result
    }
}
