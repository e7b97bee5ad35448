import SensorSDK
import Shared

extension NetworkInterface {
    /// The middle part of the ids by the recipe, as far as it does not need udev: the hardware address that the card was
    /// made with, or the name of an interface without hardware; `nil` where the slot must tell.
    ///
    /// Never the present address: members of a bond share one, and others change theirs to hide.
    mutating func ownPart(_ context: ProviderContext) -> String? {
        guard attributes.has("device") else { return namePart(context) }
        guard let address = permanentAddress else { return nil }
        // Cards with several ports may have one address; a file that is missing or fails counts as the first port.
        let port = (try? attributes.integer("dev_port")) ?? 0
        return context.id(for: address, String(port))
    }

    /// The middle part of the ids of a card that does not tell its address.
    ///
    /// - Parameter slot: udev's `ID_PATH`.
    func part(slot: String?, _ context: ProviderContext) -> String {
        guard let slot, !slot.isEmpty else { return namePart(context) }
        return context.part(from: slot)
    }

    private func namePart(_ context: ProviderContext) -> String {
        DeviceNames.holdsHardwareAddress(name) ? context.id(for: name) : context.part(from: name)
    }

    /// `nil` when the kernel does not tell it in a file.
    private var permanentAddress: String? {
        mutating get {
            // Each of these may be missing or fail; the next one, or the slot, is asked then.
            if attributes.has("bonding_slave"), let address = try? attributes.text("bonding_slave/perm_hwaddr") {
                return Self.usable(address)
            }
            if (try? attributes.integer("addr_assign_type")) == 0, let address = try? attributes.text("address") {
                return Self.usable(address)
            }
            if attributes.has("phy80211"), let address = try? attributes.text("phy80211/macaddress") {
                return Self.usable(address)
            }
            return nil
        }
    }

    private static func usable(_ address: String) -> String? {
        address.contains { $0 != "0" && $0 != ":" } ? address.lowercased() : nil
    }
}
