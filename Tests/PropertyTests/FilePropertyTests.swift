import Battery
import Network
import SensorSDK
import Shared
import System
import TestSupport
import Testing

/// Whatever a kernel's files hold, and whatever of them fails or is missing: a value in range, or a reason; never a trap.
@Suite struct FilePropertyTests {
    @Test("any bytes in any file of a power supply give a value in range or a reason")
    func battery() async throws {
        let cases = try FixtureSet.adopted.entries(of: ["battery"]).map { try $0.fixture.get() }
        for seed in SeededChance.seeds(120) {
            var chance = SeededChance(seed: seed)
            let machine = FixtureMachine(chance.one(of: cases))
            try machine.show(sample: 0)
            spoil(machine.files, &chance)
            await inWorld(machine.enter) {
                await Sanity.check(BatteryProvider(context: .test()), seed: seed) { spoil(machine.files, &chance) }
            }
        }
    }

    @Test("any bytes in any file of an interface, and in /proc/net, give a value in range or a reason")
    func network() async throws {
        let cases = try FixtureSet.adopted.entries(of: ["network"]).map { try $0.fixture.get() }
        for seed in SeededChance.seeds(120) {
            var chance = SeededChance(seed: seed)
            let machine = FixtureMachine(chance.one(of: cases))
            try machine.show(sample: 0)
            for file in ["route", "ipv6_route", "if_inet6"] where chance.happens(70) {
                machine.files.write(Hostile.spoiled(Self.tables[file] ?? [], &chance), to: "/proc/net/\(file)")
            }
            spoil(machine.files, &chance)
            await inWorld(machine.enter) {
                await Sanity.check(NetworkProvider(context: .test()), seed: seed) {
                    machine.clock.advance(by: .seconds(chance.below(200)))
                    spoil(machine.files, &chance)
                }
            }
        }
    }

    @Test("any bytes in any file about the machine as a whole give a value in range or a reason")
    func system() async throws {
        let sound = [
            "/proc/loadavg": "0.42 1.07 12.00 2/960 10259\n",
            "/proc/meminfo": "MemTotal: 16 kB\nMemAvailable: 8 kB\nSwapTotal: 4 kB\nSwapFree: 4 kB\n",
            "/proc/stat": "cpu 1\nbtime 1767225600\n",
            "/proc/pressure/cpu": "some avg10=1.50 avg60=3.25 avg300=7.80 total=48923696\n",
            "/proc/pressure/memory": "full avg10=1.50 avg60=3.25 avg300=7.80 total=48923696\n",
            "/sys/class/hwmon/hwmon0/name": "rpi_volt\n", "/sys/class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
        ]
        for seed in SeededChance.seeds(120) {
            var chance = SeededChance(seed: seed)
            let files = FakeFileTree()
            for (path, text) in sound.sorted(by: { $0.key < $1.key }) {
                let isSpoiled = chance.happens(60)
                files.write(isSpoiled ? Hostile.spoiled(Array(text.utf8), &chance) : Array(text.utf8), to: path)
            }
            await inWorld {
                $0.files = files
            } operation: {
                await Sanity.check(SystemProvider(context: .test()), seed: seed) { spoil(files, &chance) }
            }
        }
    }

    private static let tables = [
        "route": Array(
            """
            Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            enp3s0\t00000000\t010200C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
            enp3s0\t000200C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0

            """.utf8
        ),
        "ipv6_route": Array(
            """
            00000000000000000000000000000000 00 00000000000000000000000000000000 00 \
            fe800000000000000000000000000001 00000064 00000001 00000000 00000003   enp3s0

            """.utf8
        ),
        "if_inet6": Array("20010db8000100000000000000000001 03 40 00 80   enp3s0\n".utf8),
    ]

    /// Gives some files other bytes, lets some fail, and takes some away.
    private func spoil(_ files: FakeFileTree, _ chance: inout SeededChance) {
        let share = chance.one(of: [2, 10, 50])
        for path in files.files where chance.happens(share) {
            switch chance.below(6) {
            case 0: files.remove(path)
            case 1: files.fail(path, with: chance.one(of: Hostile.errors))
            case 2: files.write(Hostile.spoiled(Array("1234\n".utf8), &chance), to: path)
            default: files.write(Hostile.bytes(&chance), to: path)
            }
        }
    }
}
