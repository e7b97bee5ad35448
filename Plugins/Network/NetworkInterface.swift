import SensorSDK
import Shared

/// One interface of `/sys/class/net` that is offered, and its files as one listing or one call of `read` sees them.
struct NetworkInterface: Sendable {
    /// The kernel's name, which may hold a hardware address.
    let name: String
    /// Path below `/sys/devices`, links followed.
    let path: String
    /// udev's word for the kind: `wlan`, `bond`, `wireguard`; `nil` for plain Ethernet.
    let kind: String?
    /// The middle part of its ids.
    var thing = ""
    /// What people call it.
    var displayName = ""
    var attributes: KernelAttributes

    /// - Returns: `nil` for what is gone again, and for the interfaces of containers, virtual machines and programs: they
    ///   are told by their structure, since names are no evidence, and never offered, since they come and go by the
    ///   thousand.
    init?(_ name: String, in files: any FileTree) {
        let folder = "\(NetworkInterfaces.folder)/\(name)"
        do {
            let path = try files.resolved(folder)
            var attributes = try KernelAttributes(folder, files: files)
            kind = Self.deviceType(&attributes)
            guard !attributes.has("bridge"), !attributes.has("tun_flags") else { return nil }
            guard attributes.has("device") || Self.isOwn(kind) || attributes.has("bonding") else { return nil }
            self.path = path
            self.attributes = attributes
        } catch {
            return nil
        }
        self.name = name
    }

    /// Whether udev's device may turn out to be an interface that is offered.
    static func mayBeOffered(_ device: Device) -> Bool {
        !device.path.hasPrefix("/devices/virtual/") || isOwn(device.deviceType)
    }

    /// Interfaces without hardware that their owner set up and asks for.
    private static func isOwn(_ kind: String?) -> Bool {
        kind == "wireguard" || kind == "bond"
    }

    private static func deviceType(_ attributes: inout KernelAttributes) -> String? {
        // Without `uevent` it is an interface without a kind.
        guard let text = try? attributes.text("uevent") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }
        return line.map { String($0.dropFirst("DEVTYPE=".count)) }
    }

    private var isWireless: Bool {
        kind == "wlan" || attributes.has("phy80211") || attributes.has("wireless")
    }

    /// What can be offered, by the files that exist.
    var readings: [NetworkReading] {
        NetworkReading.allCases.filter { reading in
            switch reading {
            case .link, .operstate: attributes.has("operstate")
            // Wi-Fi and interfaces without hardware have the file, and it never says anything.
            case .speed: attributes.has("speed") && !isWireless && kind != "wireguard"
            case .receivedTotal, .sentTotal, .receivedRate, .sentRate: attributes.has("statistics")
            case .ipv4, .ipv6: true
            case .defaultInterface: false
            }
        }
    }
}
