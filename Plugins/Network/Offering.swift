import Shared

/// Which interfaces are offered without being named: hardware, and what its owner set up and asks for.
///
/// The interfaces of containers, virtual machines and programs are told by their structure, since names are no evidence,
/// and never offered, since they come and go by the thousand.
enum Offering {
    /// Interfaces without hardware that are offered.
    private static let wanted: Set = ["wireguard", "bond"]
    /// Interfaces that are never offered, even where one claims a device.
    private static let unwanted: Set = ["bridge", "tun", "veth"]

    /// - Returns: `nil` when only `/sys` can tell: kernels before 5.14 don't say whether there is a device.
    static func includes(_ link: NetworkLink) -> Bool? {
        if let kind = link.kind {
            if wanted.contains(kind) { return true }
            return link.parent != nil && !unwanted.contains(kind)
        }
        if link.isLoopback { return false }
        return link.parent != nil ? true : nil
    }

    /// - Parameter kind: udev's word.
    static func includes(_ attributes: KernelAttributes, kind: String?) -> Bool {
        guard !attributes.has("bridge"), !attributes.has("tun_flags") else { return false }
        return attributes.has("device") || attributes.has("bonding") || kind.map(wanted.contains) == true
    }

    /// Whether udev's device may turn out to be an interface that is offered.
    static func mayInclude(_ device: Device) -> Bool {
        !device.path.hasPrefix("/devices/virtual/") || device.deviceType.map(wanted.contains) == true
    }
}
