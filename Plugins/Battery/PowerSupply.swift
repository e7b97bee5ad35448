import SensorSDK
import Shared

/// One entry of `/sys/class/power_supply`: what it is, and its files as one listing or one call of `read` sees them.
struct PowerSupply: Sendable {
    enum Role: Sendable {
        case battery
        /// A battery that feeds the machine while the mains are away; no part of the machine's own level.
        case ups
        case mains
        /// USB, wireless, and whatever else has `online`.
        case port
    }

    /// The kernel's name, which may hold a hardware address or a number that is counted up.
    let name: String
    /// Path below `/sys/devices`, links followed.
    let path: String
    let role: Role
    /// Whether it feeds a mouse, a keyboard or the like (`scope`), and not this machine.
    let isPeripheral: Bool
    /// The middle part of its ids.
    var thing = ""
    var attributes: KernelAttributes

    /// - Returns: `nil` for what is gone again or of no use.
    init?(_ name: String, in files: any FileTree, texts: RememberedTexts) {
        let folder = "\(PowerSupplies.folder)/\(name)"
        do {
            let path = try files.resolved(folder)
            var attributes = try KernelAttributes(folder, files: files)
            let type = try texts.text(of: "\(path)/type") { try attributes.text("type") }
            guard let role = Self.role(of: type, attributes) else { return nil }
            // Without a scope it is the machine's own.
            let scope = try texts.text(of: "\(path)/scope") { try attributes.identity("scope") ?? "" }
            isPeripheral = scope == "Device"
            self.path = path
            self.role = role
            self.attributes = attributes
        } catch {
            return nil
        }
        self.name = name
    }

    private static func role(of type: String, _ attributes: KernelAttributes) -> Role? {
        switch type {
        case "Battery": .battery
        case "UPS": .ups
        case "Mains": .mains
        default: attributes.has("online") ? .port : nil
        }
    }

    var isBattery: Bool { role == .battery || role == .ups }

    /// What can be offered, by the files that exist.
    var readings: [SupplyReading] {
        mutating get {
            SupplyReading.allCases.filter { offers($0) }
        }
    }

    private mutating func offers(_ reading: SupplyReading) -> Bool {
        switch reading {
        case .online: !isBattery && attributes.has("online")
        case .usbType: !isBattery && attributes.has("usb_type")
        case .onMains: false
        case _ where !isBattery: false
        case .level: attributes.has("capacity") || !chargeKinds.isEmpty
        case .status, .charging: attributes.has("status")
        case .levelCoarse: attributes.has("capacity_level")
        case .power: offersPower
        case .current: attributes.has("current_now")
        case .voltage: attributes.has("voltage_now")
        case .energy: attributes.has("energy_now")
        case .energyFull: attributes.has("energy_full")
        case .health: !healthKinds.isEmpty
        case .cycleCount: attributes.has("cycle_count")
        case .temperature: attributes.has("temp")
        case .timeToEmpty: attributes.has("status") && offersTime(.discharging)
        case .timeToFull: attributes.has("status") && offersTime(.charging)
        case .healthStatus: attributes.has("health")
        case .chargeLimitStart: attributes.has("charge_control_start_threshold")
        case .chargeLimitEnd: attributes.has("charge_control_end_threshold")
        case .chargeBehaviour: attributes.has("charge_behaviour")
        }
    }
}
