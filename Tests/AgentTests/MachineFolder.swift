import FoundationEssentials
import Glibc

/// A machine as a folder: a battery, a disk, an Ethernet interface.
struct MachineFolder: Sendable {
    let path: String

    init(_ path: String) throws {
        self.path = path
        try write("Debian GNU/Linux", to: "/etc/os-release", as: { "NAME=\"\($0)\"\nVERSION=\"12 (bookworm)\"\n" })
        try setBattery(percent: 71)
        try write("Mains\n", to: "/sys/class/power_supply/AC/type")
        try write("1\n", to: "/sys/class/power_supply/AC/online")
        try write(
            "25 1 8:2 / / rw,relatime shared:1 - ext4 /dev/sda2 rw\n",
            to: "/proc/self/mountinfo"
        )
        let link = "/sys/class/net/enp3s0"
        for (name, text) in [
            ("operstate", "up"), ("carrier", "1"), ("speed", "1000"), ("flags", "0x1003"), ("ifindex", "2"),
            ("iflink", "2"), ("type", "1"), ("address", "02:00:00:00:00:01"), ("addr_assign_type", "0"),
            ("statistics/rx_bytes", "1000"), ("statistics/tx_bytes", "2000"), ("device/uevent", "DRIVER=test"),
        ] {
            try write(text + "\n", to: "\(link)/\(name)")
        }
        // An address tells where the machine is: the sensor is left out when a whole family is enabled.
        try write("20010db8000100000000000000000017 02 40 00 80   enp3s0\n", to: "/proc/net/if_inet6")
    }

    func setBattery(percent: Int, model: String = "Model") throws {
        let battery = "/sys/class/power_supply/BAT0"
        for (name, text) in [
            ("type", "Battery"), ("present", "1"), ("status", "Discharging"), ("capacity", "\(percent)"),
            ("model_name", model),
        ] {
            try write(text + "\n", to: "\(battery)/\(name)")
        }
    }

    func write(_ text: String, to file: String, as form: (String) -> String = { $0 }) throws {
        let target = URL(filePath: path + file)
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        // Whole at once, so that a reader never sees half a file.
        try Data(form(text).utf8).write(to: target, options: .atomic)
    }

    func remove(_ file: String) throws {
        try FileManager.default.removeItem(atPath: path + file)
    }
}
