import SensorSDK
import Shared

extension NetworkInterface {
    /// The middle part of the ids by the recipe, as far as it does not need udev: the hardware address that the card was
    /// made with, or the name of an interface without hardware; `nil` where the slot must tell.
    func ownPart(_ context: ProviderContext) -> String? {
        guard facts.hasDevice else { return namePart(context) }
        guard let address = facts.permanentAddress else { return nil }
        return context.id(for: address, String(facts.port))
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
}
