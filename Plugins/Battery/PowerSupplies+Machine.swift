import SensorSDK
import Shared

extension PowerSupplies {
    /// The middle part of ids that mean the machine as a whole.
    static let machine = "system"

    /// What can be offered of the machine as a whole.
    var machineReadings: [SupplyReading] {
        mutating get {
            var readings: [SupplyReading] = []
            if ownBatteries.count > 1, commonChargeKind(of: ownBatteries) != nil { readings.append(.level) }
            if offersOnMains { readings.append(.onMains) }
            return readings
        }
    }

    mutating func machineValue(of reading: SupplyReading) throws(UnavailableReason) -> SensorValue {
        switch reading {
        case .level: .number(try level())
        case .onMains: .flag(try isOnMains())
        default: throw .notPresent
        }
    }

    private var ownBatteries: [Int] {
        all.indices.filter { all[$0].role == .battery && !all[$0].isPeripheral }
    }

    private func inputs(_ role: PowerSupply.Role) -> [Int] {
        all.indices.filter { all[$0].role == role && !all[$0].isPeripheral && all[$0].attributes.has("online") }
    }

    /// A port alone says nothing while it is idle: it may be the one of a graphics card in a desktop.
    private var offersOnMains: Bool {
        mutating get {
            if !inputs(.mains).isEmpty { return true }
            let ports = inputs(.port)
            if ports.isEmpty { return false }
            if !ownBatteries.isEmpty { return true }
            for index in ports {
                // A port that can't be read is no proof of mains.
                if (try? all[index].isOnline()) == true { return true }
            }
            return false
        }
    }

    /// Whether any mains supply delivers; on a machine without one, any port.
    private mutating func isOnMains() throws(UnavailableReason) -> Bool {
        let mains = inputs(.mains)
        let candidates = mains.isEmpty ? inputs(.port) : mains
        if candidates.isEmpty { throw .notPresent }
        var failure: UnavailableReason?
        for index in candidates {
            do throws(UnavailableReason) {
                if try all[index].isOnline() { return true }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        if !mains.isEmpty { return false }
        // Idle ports say nothing by themselves; a battery that is being drained does.
        for index in ownBatteries {
            // One that can't be read is no witness.
            if (try? all[index].word("status")) == Direction.discharging.rawValue { return false }
        }
        throw .noData
    }

    /// What all present batteries hold together, of what they could hold; not the mean of their levels.
    private mutating func level() throws(UnavailableReason) -> Double {
        var present: [Int] = []
        for index in ownBatteries {
            do throws(UnavailableReason) {
                try all[index].checkPresence()
                present.append(index)
            } catch {
                continue
            }
        }
        guard let first = present.first else { throw .notPresent }
        guard present.count > 1 else { return try all[first].level() }
        guard let kind = commonChargeKind(of: present) else { throw .noData }
        var now = 0.0
        var full = 0.0
        for index in present {
            now += try all[index].amount("\(kind)_now")
            full += try all[index].amount("\(kind)_full")
        }
        guard full > 0 else { throw .implausible }
        return rounded(min(now / full, 1) * 100, decimals: 1)
    }

    private func commonChargeKind(of batteries: [Int]) -> String? {
        ["energy", "charge"].first { kind in batteries.allSatisfy { all[$0].chargeKinds.contains(kind) } }
    }
}
