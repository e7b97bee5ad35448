import Shared

/// Something that happens to a device again and again.
struct DemoHappening: Sendable {
    /// Milliseconds from one time to the next.
    let period: Int64
    /// Milliseconds from the start of each period. No two happenings fall on the same millisecond.
    let offset: Int64
    /// udev's word.
    let action: String
    let device: Device

    /// The first time after a moment, in milliseconds since boot.
    func next(after milliseconds: Int64) -> Int64 {
        let elapsed = milliseconds - offset
        guard elapsed >= 0 else { return offset }
        return (elapsed / period + 1) * period + offset
    }

    static func all(_ parts: DemoParts) -> [DemoHappening] {
        var result = [
            DemoHappening(period: stickPeriod, offset: 0, action: "add", device: .demoStick),
            DemoHappening(period: stickPeriod, offset: 9, action: "bind", device: .demoStick),
            DemoHappening(period: stickPeriod, offset: diskAppears, action: "add", device: .demoStickDisk),
            DemoHappening(period: stickPeriod, offset: diskVanishes, action: "remove", device: .demoStickDisk),
            DemoHappening(period: stickPeriod, offset: stickVanishes, action: "remove", device: .demoStick),
        ]
        let supplies = Device.demoPowerSupplies(parts).filter { !$0.path.contains(DemoPowerSupply.mousePath) }
        for (position, device) in supplies.enumerated() {
            // Mains is plugged or unplugged in the middle and at the end of each round.
            let offset = 20 + Int64(position) * 10
            let period = DemoMachine.batteryRound / 2
            result.append(DemoHappening(period: period, offset: offset, action: "change", device: device))
        }
        return result
    }

    // The stick stays away for longer than the two seconds in which a device that comes back was only reset.
    private static let stickPeriod: Int64 = 8000
    private static let diskAppears: Int64 = 500
    private static let diskVanishes: Int64 = 4000
    private static let stickVanishes: Int64 = 4010

    /// Devices of the stick that are plugged in at a moment.
    static func stickDevices(_ machine: DemoMachine) -> [Device] {
        let phase = machine.milliseconds % stickPeriod
        var result: [Device] = []
        if phase < stickVanishes { result.append(.demoStick) }
        if (diskAppears..<diskVanishes).contains(phase) { result.append(.demoStickDisk) }
        return result
    }
}
