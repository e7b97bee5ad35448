import SensorSDK
import Shared

extension PowerSupply {
    /// Reads one value.
    ///
    /// - Throws: Why there is none. A file that fails leaves all other values as they are.
    mutating func value(of reading: SupplyReading) throws(UnavailableReason) -> SensorValue {
        if isBattery { try checkPresence() }
        switch reading {
        case .level: return .number(try level())
        case .status: return .text(try word("status"))
        case .charging: return .flag(try word("status") == Direction.charging.rawValue)
        case .levelCoarse: return .text(try word("capacity_level"))
        case .power: return .number(rounded(try power()))
        case .current: return .number(rounded(try current("current_now")))
        case .voltage: return .number(rounded(try voltage()))
        case .energy: return .number(rounded(try amount("energy_now")))
        case .energyFull: return .number(rounded(try amount("energy_full")))
        case .health: return .number(try health())
        case .cycleCount: return .integer(try cycleCount())
        case .temperature: return .number(try temperature())
        case .timeToEmpty: return .integer(try minutes(.discharging))
        case .timeToFull: return .integer(try minutes(.charging))
        case .healthStatus: return .text(try word("health"))
        case .chargeLimitStart: return .integer(try limit("charge_control_start_threshold"))
        case .chargeLimitEnd: return .integer(try limit("charge_control_end_threshold"))
        case .chargeBehaviour: return .text(try Self.word(try active("charge_behaviour")))
        case .online: return .flag(try isOnline())
        case .usbType: return .text(try active("usb_type").printable(limit: 64))
        case .onMains: throw .notPresent
        }
    }

    /// Throws when the bay is empty, or the peripheral sleeps and what it last said is old.
    mutating func checkPresence() throws(UnavailableReason) {
        // A file here that is missing or can't be read says nothing: the values speak for themselves then.
        if attributes.has("present"), (try? attributes.integer("present")) == 0 { throw .notPresent }
        guard isPeripheral else { return }
        if attributes.has("online"), (try? attributes.integer("online")) == 0 { throw .asleep }
        guard attributes.has("status", "capacity"), (try? word("status")) == "unknown" else { return }
        if (try? attributes.integer("capacity")) == 0 { throw .asleep }
    }

    /// Percent of what it holds when full, 0...100; the kernel's own number may be above.
    mutating func level() throws(UnavailableReason) -> Double {
        var failures = FirstFailure()
        if attributes.has("capacity") {
            do throws(UnavailableReason) {
                let percent = try attributes.integer("capacity")
                // 255 and the like are registers without content, not a battery at 100 %.
                guard (0...200).contains(percent) else { throw .implausible }
                return Double(min(percent, 100))
            } catch {
                failures.note(error)
            }
        }
        for kind in chargeKinds {
            do throws(UnavailableReason) {
                let full = try amount("\(kind)_full")
                guard full > 0 else { throw .implausible }
                return rounded(min(try amount("\(kind)_now") / full, 1) * 100, decimals: 1)
            } catch {
                failures.note(error)
            }
        }
        throw failures.reason
    }

    /// Percent of the design capacity; above 100 on many new packs.
    private mutating func health() throws(UnavailableReason) -> Double {
        var failures = FirstFailure()
        for kind in ["energy", "charge"] where attributes.has("\(kind)_full", "\(kind)_full_design") {
            do throws(UnavailableReason) {
                guard !attributes.isUnset("\(kind)_full_design") else { throw .noData }
                let full = try amount("\(kind)_full")
                let design = try amount("\(kind)_full_design")
                // A new pack holds somewhat more than it was made for, never five times as much.
                guard full > 0, design > 0, full <= 5 * design else { throw .implausible }
                return rounded(full / design * 100, decimals: 1)
            } catch {
                failures.note(error)
            }
        }
        throw failures.reason
    }

    /// A firmware that does not count says 0.
    private mutating func cycleCount() throws(UnavailableReason) -> Int64 {
        let count = try attributes.integer("cycle_count")
        guard count != 0 else { throw .noData }
        guard (1..<65535).contains(count) else { throw .implausible }
        return count
    }

    private mutating func temperature() throws(UnavailableReason) -> Double {
        let celsius = Double(try attributes.integer("temp")) / 10
        guard (-100...250).contains(celsius) else { throw .implausible }
        return celsius
    }

    private mutating func limit(_ file: String) throws(UnavailableReason) -> Int64 {
        let percent = try attributes.integer(file)
        guard (0...100).contains(percent) else { throw .implausible }
        return percent
    }

    mutating func isOnline() throws(UnavailableReason) -> Bool {
        // 2 is "programmable": the port delivers what was negotiated.
        try attributes.integer("online") >= 1
    }

    /// The kernel's word in lower case with `_` for what is no letter: `Not charging` is `not_charging`.
    mutating func word(_ file: String) throws(UnavailableReason) -> String {
        try Self.word(try attributes.text(file))
    }

    private static func word(_ text: String) throws(UnavailableReason) -> String {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard !words.isEmpty else { throw .malformed }
        return words.joined(separator: "_").printable(limit: 64)
    }

    /// Of a list of what there could be, `C [PD] PD_PPS`, what is; the text itself where it is one word alone.
    private mutating func active(_ file: String) throws(UnavailableReason) -> String {
        let words = try attributes.text(file).split(separator: " ")
        let active = words.count == 1 ? words.first : words.first { $0.hasPrefix("[") && $0.hasSuffix("]") }
        guard let word = active?.filter({ $0 != "[" && $0 != "]" }) else { throw .noData }
        guard !word.isEmpty else { throw .malformed }
        return word
    }
}
