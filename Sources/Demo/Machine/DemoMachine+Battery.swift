extension DemoMachine {
    /// How long a round of discharging and charging takes, in milliseconds. The battery lives far faster than a real one,
    /// so that seconds show it; power and voltage are those of a real one.
    static let batteryRound: Int64 = 480_000

    /// 0..<2, from full to full.
    private var phase: Double {
        2 * Double(milliseconds % Self.batteryRound) / Double(Self.batteryRound)
    }

    /// The first half of each round runs on the battery.
    var isOnMains: Bool { phase >= 1 }

    /// 40...80 %
    var batteryCharge: Double { isOnMains ? 40 * phase : 80 - 40 * phase }

    /// µWh
    var batteryEnergy: Int { Int(Double(Self.batteryFullEnergy) * batteryCharge / 100) }

    static let batteryFullEnergy = 50_160_000

    /// µW
    var batteryPower: Int { Int(isOnMains ? swing(38e6, 45e6, every: 30) : swing(7.2e6, 11.4e6, every: 20)) }

    /// µV
    var batteryVoltage: Int { Int(10_800_000 + 18_000 * batteryCharge) }

    /// 20...90 %, one less each half minute.
    var mouseCharge: Int { 90 - Int(milliseconds / 30_000 % 71) }
}
