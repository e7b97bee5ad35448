import SensorSDK
import Shared

extension PowerSupply {
    /// `energy` and `charge`, as far as the battery tells how much it holds and how much it can hold.
    var chargeKinds: [String] {
        ["energy", "charge"].filter { attributes.has("\($0)_now", "\($0)_full") }
    }

    /// `energy` and `charge`, as far as the battery tells what it once could hold.
    var healthKinds: [String] {
        mutating get {
            ["energy", "charge"].filter { kind in
                attributes.has("\(kind)_full", "\(kind)_full_design") && !attributes.isUnset("\(kind)_full_design")
            }
        }
    }

    var offersPower: Bool {
        attributes.has("power_now") || !currentFiles.isEmpty && attributes.has("voltage_now")
    }

    func offersTime(_ direction: Direction) -> Bool {
        !timeFiles(direction).isEmpty || !rateKinds(direction).isEmpty
    }

    /// Watts as a magnitude; the direction is the status.
    mutating func power() throws(UnavailableReason) -> Double {
        var failures = FirstFailure()
        if attributes.has("power_now") {
            do throws(UnavailableReason) {
                return abs(try micro("power_now", below: 100_000))
            } catch {
                failures.note(error)
            }
        }
        if attributes.has("voltage_now") {
            for file in currentFiles {
                do throws(UnavailableReason) {
                    return try current(file) * voltage()
                } catch {
                    failures.note(error)
                }
            }
        }
        throw failures.reason
    }

    /// Amperes as a magnitude: drivers disagree about the sign.
    mutating func current(_ file: String) throws(UnavailableReason) -> Double {
        abs(try micro(file, below: 1000, unset: Self.unsetRegisters.union([65_535, 65_535_000])))
    }

    /// Volts; a pack that is there has some.
    mutating func voltage() throws(UnavailableReason) -> Double {
        let volts = try micro("voltage_now", below: 10_000)
        guard volts > 0 else { throw .implausible }
        return volts
    }

    /// Watt hours of an `energy_*` file, ampere hours of a `charge_*` file.
    mutating func amount(_ file: String) throws(UnavailableReason) -> Double {
        let amount = try micro(file, below: 1_000_000)
        guard amount >= 0 else { throw .implausible }
        return amount
    }

    /// Minutes until the battery is empty or full, by the driver or from the present rate.
    mutating func minutes(_ direction: Direction) throws(UnavailableReason) -> Int64 {
        guard try word("status") == direction.rawValue else { throw .notApplicable }
        var failures = FirstFailure()
        for file in timeFiles(direction) {
            do throws(UnavailableReason) {
                let seconds = try attributes.integer(file)
                guard seconds > 0 else { throw .noData }
                return try wholeMinutes(Double(seconds) / 60)
            } catch {
                failures.note(error)
            }
        }
        for kind in rateKinds(direction) {
            do throws(UnavailableReason) {
                return try minutes(direction, kind)
            } catch {
                failures.note(error)
            }
        }
        throw failures.reason
    }

    /// Energy by power, or charge by current: with both in one family the voltage, which is only a guess, drops out.
    private mutating func minutes(_ direction: Direction, _ kind: String) throws(UnavailableReason) -> Int64 {
        let rate = kind == "energy" ? try power() : try chargeRate()
        guard rate > 0 else { throw .noData }
        let now = try amount("\(kind)_now")
        let amount = direction == .discharging ? now : max(0, try self.amount("\(kind)_full") - now)
        return try wholeMinutes(amount / rate * 60)
    }

    private mutating func chargeRate() throws(UnavailableReason) -> Double {
        var failures = FirstFailure()
        for file in currentFiles {
            do throws(UnavailableReason) {
                return try current(file)
            } catch {
                failures.note(error)
            }
        }
        throw failures.reason
    }

    private func wholeMinutes(_ minutes: Double) throws(UnavailableReason) -> Int64 {
        guard minutes <= 10 * 24 * 60 else { throw .implausible }
        return Int64(minutes.rounded())
    }

    private var currentFiles: [String] {
        ["current_now", "current_avg"].filter { attributes.has($0) }
    }

    private func timeFiles(_ direction: Direction) -> [String] {
        let end = direction == .discharging ? "empty" : "full"
        return ["time_to_\(end)_now", "time_to_\(end)_avg"].filter { attributes.has($0) }
    }

    private func rateKinds(_ direction: Direction) -> [String] {
        ["energy", "charge"].filter { kind in
            attributes.has("\(kind)_now") && (direction == .discharging || attributes.has("\(kind)_full"))
                && (kind == "energy" ? offersPower : !currentFiles.isEmpty)
        }
    }

    /// A file in millionths, as a whole unit.
    ///
    /// - Parameters:
    ///   - limit: From here on it is outside of physics.
    ///   - unset: Of a current also 16 bits; as volts, watts or watt hours they are as good a value as any.
    private mutating func micro(
        _ file: String,
        below limit: Double,
        unset: Set<UInt64> = Self.unsetRegisters
    ) throws(UnavailableReason) -> Double {
        let number = try attributes.integer(file)
        guard !unset.contains(number.magnitude) else { throw .implausible }
        let value = Double(number) / 1_000_000
        guard abs(value) < limit else { throw .implausible }
        return value
    }

    /// A register of 32 bits that nobody filled, as it is and from thousandths.
    private static let unsetRegisters: Set<UInt64> = [
        2_147_483_647, 2_147_483_648, 2_147_483_647_000, 2_147_483_648_000, 4_294_967_295, 4_294_967_295_000,
    ]
}

/// Rounds away what is only noise of the arithmetic; sources have a resolution of a thousandth at best.
func rounded(_ value: Double, decimals: Int = 3) -> Double {
    let scale = decimals == 1 ? 10.0 : 1000.0
    return (value * scale).rounded() / scale
}
