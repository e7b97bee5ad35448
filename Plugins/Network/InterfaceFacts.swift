import SensorSDK
import Shared

/// What does not change about an interface while it keeps its name: where it hangs and what it was made with.
struct InterfaceFacts: Sendable {
    /// Path below `/sys/devices`, links followed; made up where `/sys` shows another network namespace than our own.
    var path: String
    /// Whether ``path`` is a real one.
    var isInFiles = true
    /// Whether there is hardware behind it.
    var hasDevice: Bool
    var isWireless: Bool
    /// The address that the card was made with, as text; it identifies the machine.
    var permanentAddress: String?
    /// Number of the card's port: cards with several may have one address.
    var port: Int64 = 0
    /// The folder whose `speed` says something.
    var speedFolder: String?

    /// The place that the card is plugged into: the path of its device.
    var devicePath: String? {
        guard hasDevice else { return nil }
        // The last two are "net" and the name.
        return "/" + path.split(separator: "/").dropLast(2).joined(separator: "/")
    }

    /// - Parameters:
    ///   - path: ``path``
    ///   - kind: udev's word for the kind: `wlan`, `bond`, `wireguard`.
    /// - Throws: When a file that tells which card it is can't be read: what the others tell would be another card's id.
    init(path: String, kind: String?, _ attributes: inout KernelAttributes) throws(UnavailableReason) {
        self.path = path
        hasDevice = attributes.has("device")
        isWireless = kind == "wlan" || attributes.has("phy80211") || attributes.has("wireless")
        permanentAddress = try Self.permanentAddress(&attributes)
        port = try attributes.identity("dev_port").flatMap { Int64($0) } ?? 0
        // Wi-Fi and interfaces without hardware have the file, and it never says anything.
        speedFolder = attributes.has("speed") && !isWireless && kind != "wireguard" ? attributes.folder : nil
    }

    /// Of an interface that netlink tells of.
    ///
    /// - Throws: As ``init(path:kind:_:)``.
    init(_ link: NetworkLink, _ files: any FileTree) throws(UnavailableReason) {
        self = try Self.inFiles(link, files) ?? InterfaceFacts(unseen: link)
        // The kernel knows it of every card; files tell it only while the address was not changed.
        if let address = link.permanentAddress.map(HardwareAddress.text).flatMap(HardwareAddress.usable) {
            permanentAddress = address
        }
        hasDevice = hasDevice || link.parent != nil
    }

    private init(unseen link: NetworkLink) {
        path = "/sys/devices/\(link.parent ?? "virtual")/net/\(link.name)"
        hasDevice = link.parent != nil
        isWireless = false
        isInFiles = false
    }

    /// - Returns: `nil` when `/sys` does not show this interface, as in a container that has the host's.
    private static func inFiles(
        _ link: NetworkLink,
        _ files: any FileTree
    ) throws(UnavailableReason) -> InterfaceFacts? {
        let folder = "\(NetworkInterfaces.folder)/\(link.name)"
        // Whatever fails here, `/sys` does not help.
        guard let path = try? files.resolved(folder), var attributes = try? KernelAttributes(folder, files: files),
            (try? attributes.integer("ifindex", as: Int32.self)) == link.index
        else { return nil }
        return try InterfaceFacts(path: path, kind: kind(&attributes), &attributes)
    }

    /// `DEVTYPE` of `uevent`; `nil` for plain Ethernet.
    static func kind(_ attributes: inout KernelAttributes) throws(UnavailableReason) -> String? {
        guard let text = try attributes.identity("uevent") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }
        return line.map { String($0.dropFirst("DEVTYPE=".count)) }
    }

    /// As far as files tell it. Never the present address: members of a bond share one, and others change theirs to hide.
    private static func permanentAddress(
        _ attributes: inout KernelAttributes
    ) throws(UnavailableReason) -> String? {
        // What is missing or blank leaves it to the next one, or to the slot.
        if attributes.has("bonding_slave"), let address = try attributes.identity("bonding_slave/perm_hwaddr") {
            return HardwareAddress.usable(address)
        }
        if try attributes.identity("addr_assign_type") == "0", let address = try attributes.identity("address") {
            return HardwareAddress.usable(address)
        }
        if attributes.has("phy80211"), let address = try attributes.identity("phy80211/macaddress") {
            return HardwareAddress.usable(address)
        }
        return nil
    }
}
