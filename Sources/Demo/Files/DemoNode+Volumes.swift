import Shared

extension DemoNode {
    /// The mounts, and the block devices below them.
    static func addVolumes(_ parts: DemoParts, to nodes: inout [String: DemoNode]) {
        let volumes = DemoVolume.all(parts)
        nodes["/proc/self/mountinfo"] = .lines(header: "") { _ in
            volumes.enumerated().map { number, volume in
                let place = volume.mountPoint.split(separator: " ").joined(separator: "\\040")
                let id = 9001 + number
                return "\(id) \(number == 0 ? 1 : 9001) \(volume.major):\(volume.minor) / \(place) rw,relatime - "
                    + "\(volume.fileSystem) /dev/\(volume.partition) rw\n"
            }.joined()
        }
        for device in Device.demoDevices(.volumes) where device.subsystem == "block" {
            addBlockDevice(device, to: &nodes)
        }
    }

    private static func addBlockDevice(_ device: Device, to nodes: inout [String: DemoNode]) {
        let name = device.path.split(separator: "/").last ?? ""
        let number = "\(device.properties["MAJOR"] ?? ""):\(device.properties["MINOR"] ?? "")"
        nodes["/sys/class/block/\(name)"] = .link("../..\(device.path)")
        nodes["/sys/dev/block/\(number)"] = .link("../..\(device.path)")
        nodes["/sys\(device.path)/dev"] = .text(number + "\n")
        if device.deviceType == "disk" {
            let isRemovable = device.properties["ID_BUS"] == "usb"
            nodes["/sys\(device.path)/removable"] = .text(isRemovable ? "1\n" : "0\n")
        } else {
            nodes["/sys\(device.path)/partition"] = .text("\(name.last ?? "1")\n")
        }
    }
}
