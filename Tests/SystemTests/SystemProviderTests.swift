import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import System
import TestSupport
import Testing

@Suite struct SystemProviderTests {
    private static let all = [
        "cpu.load_1", "cpu.load_5", "cpu.load_15", "memory.used_percent", "memory.available", "swap.used_percent",
        "swap.free", "cpu.pressure_some", "memory.pressure_some", "memory.pressure_full", "io.pressure_some",
        "io.pressure_full", "host.last_boot",
    ]

    @Test("a laptop says load, memory, swap, pressure and when it was started")
    func laptop() async throws {
        let machine = SystemMachine()
        let sensors = try await machine.sensors()
        #expect(sensors.map(\.id.description) == Self.all.map { "system.\($0)" })
        let readings = try await machine.readings(Self.all)
        let expected: [String: SensorValue] = [
            "cpu.load_1": .number(0.42), "cpu.load_5": .number(1.07), "cpu.load_15": .number(12),
            "memory.used_percent": .number(25), "memory.available": .integer(12_288_000_000),
            "swap.used_percent": .number(25), "swap.free": .integer(3_072_000_000),
            "cpu.pressure_some": .number(3.25), "memory.pressure_some": .number(0.5),
            "memory.pressure_full": .number(0.25), "io.pressure_some": .number(100), "io.pressure_full": .number(60),
            "host.last_boot": .time(Date(timeIntervalSince1970: 1_767_225_600)),
        ]
        #expect(readings.mapValues(\.outcome) == expected.mapValues { .value($0) })
        #expect(readings["io.pressure_full"]?.attributes == ["avg10": .number(50), "avg300": .number(70)])
        for reading in readings.values {
            let sensor = try #require(sensors.first { $0.id == reading.sensor })
            #expect(sensor.formComplaint(about: reading) == nil)
        }
    }

    @Test("a machine without these files, or a kernel that does not account for pressure, offers nothing of them")
    func absent() async throws {
        #expect(try await SystemMachine([:]).sensors().isEmpty)
        let machine = SystemMachine()
        for resource in ["cpu", "memory", "io"] { machine.files.fail("/proc/pressure/\(resource)", with: EOPNOTSUPP) }
        #expect(try await !machine.sensors().contains { $0.id.reading.hasPrefix("pressure") })
    }

    @Test("a machine without swap offers none, and one whose swap is switched off says that it means nothing now")
    func swap() async throws {
        let machine = SystemMachine()
        let table = try #require(SystemMachine.laptop["/proc/meminfo"])
        machine.files.write(table.replacing("4000000", with: "0").replacing("3000000", with: "0"), to: "/proc/meminfo")
        #expect(try await !machine.sensors().contains { $0.id.thing == "swap" })
        #expect(try await machine.outcome("swap.used_percent") == .unavailable(.notApplicable))
        #expect(try await machine.outcome("swap.free") == .unavailable(.notApplicable))
        #expect(try await machine.outcome("memory.used_percent") == .value(.number(25)))
    }

    @Test(
        "D01: a file that can't be read makes what is in it unavailable with the reason, and nothing else",
        arguments: [
            ("/proc/loadavg", ["cpu.load_1", "cpu.load_5", "cpu.load_15"]),
            ("/proc/meminfo", ["memory.used_percent", "memory.available", "swap.used_percent", "swap.free"]),
            ("/proc/pressure/memory", ["memory.pressure_some", "memory.pressure_full"]),
            ("/proc/stat", ["host.last_boot"]),
        ]
    )
    func readErrors(path: String, ids: [String]) async throws {
        let machine = SystemMachine()
        machine.files.fail(path, with: EACCES)
        let offered = Set(try await machine.sensors().map { String($0.id.description.dropFirst(7)) })
        #expect(offered == Set(Self.all))
        for (id, reading) in try await machine.readings(Self.all) {
            if ids.contains(id) {
                #expect(reading.outcome == .unavailable(.permission), "\(id)")
            } else if case .unavailable(let reason) = reading.outcome {
                Issue.record("\(id) went along: \(reason)")
            }
        }
    }

    @Test(
        "what is no number, or can't be, is no value",
        arguments: [
            ("/proc/loadavg", "nan 1 2 3/4 5\n", "cpu.load_1", UnavailableReason.malformed),
            ("/proc/loadavg", "\n", "cpu.load_1", .noData), ("/proc/loadavg", "1e9 1 1", "cpu.load_1", .malformed),
            ("/proc/loadavg", "0.1", "cpu.load_15", .noData),
            ("/proc/meminfo", "MemTotal: 5 kB\nMemAvailable: 6 kB\n", "memory.used_percent", .implausible),
            ("/proc/meminfo", "MemTotal: 0 kB\nMemAvailable: 0 kB\n", "memory.used_percent", .implausible),
            ("/proc/meminfo", "MemTotal: 5 kB\n", "memory.available", .notPresent),
            ("/proc/meminfo", "MemAvailable: 18446744073709551615 kB\n", "memory.available", .implausible),
            ("/proc/meminfo", "MemAvailable: -1 kB\n", "memory.available", .malformed),
            ("/proc/pressure/io", "some avg10=0.00 avg60=101.00", "io.pressure_some", .implausible),
            ("/proc/pressure/io", "some avg10=0.00", "io.pressure_some", .noData),
            ("/proc/pressure/io", "some avg10=0.00 avg60=0.00", "io.pressure_full", .noData),
            ("/proc/stat", "btime x\n", "host.last_boot", .malformed),
            ("/proc/stat", "cpu 1\n", "host.last_boot", .noData),
            ("/proc/stat", "btime 18446744073709551615\n", "host.last_boot", .implausible),
        ]
    )
    func nonsense(path: String, text: String, id: String, reason: UnavailableReason) async throws {
        let machine = SystemMachine()
        machine.files.write(text, to: path)
        #expect(try await machine.outcome(id) == .unavailable(reason))
    }

    @Test("corrections of the clock by seconds don't move the last boot, a clock that is really set does")
    func steadyBoot() async throws {
        let machine = SystemMachine()
        var seen: [Reading.Outcome?] = []
        for seconds in [1_767_225_600, 1_767_225_601, 1_767_225_598, 1_767_225_603, 1_767_229_200, 1_767_229_201] {
            machine.files.write("btime \(seconds)\n", to: "/proc/stat")
            seen.append(try await machine.outcome("host.last_boot"))
        }
        let first = Reading.Outcome.value(.time(Date(timeIntervalSince1970: 1_767_225_600)))
        let second = Reading.Outcome.value(.time(Date(timeIntervalSince1970: 1_767_229_200)))
        #expect(seen == [first, first, first, first, second, second])
    }

    @Test("each file is opened at most once, however many readings come from it")
    func opensOnce() async throws {
        let machine = SystemMachine()
        _ = try await machine.readings(Self.all)
        #expect(!machine.files.opened.isEmpty)
        #expect(Set(machine.files.opened).count == machine.files.opened.count)
    }

    @Test(
        "a Raspberry Pi says when its power supply is too weak, whatever the number of the chip, and no other machine does"
    )
    func underVoltage() async throws {
        let machine = SystemMachine(["/sys/class/hwmon/hwmon0/name": "cpu_thermal\n"])
        #expect(try await machine.sensors().isEmpty)
        machine.files.write("rpi_volt\n", to: "/sys/class/hwmon/hwmon3/name")
        machine.files.write("0\n", to: "/sys/class/hwmon/hwmon3/in0_lcrit_alarm")
        let sensor = try #require(try await machine.sensors().first)
        #expect(sensor.id.description == "system.host.under_voltage")
        #expect(sensor.kind == .binarySensor && sensor.deviceClass == .problem)
        #expect(try await machine.outcome("host.under_voltage") == .value(.flag(false)))
        machine.files.remove("/sys/class/hwmon/hwmon3")
        #expect(try await machine.outcome("host.under_voltage") == .unavailable(.notPresent))
        machine.files.write("rpi_volt\n", to: "/sys/class/hwmon/hwmon1/name")
        machine.files.write("1\n", to: "/sys/class/hwmon/hwmon1/in0_lcrit_alarm")
        #expect(try await machine.outcome("host.under_voltage") == .value(.flag(true)))
    }

    @Test("an alarm of the power supply is read at once")
    func alarm() async throws {
        let machine = SystemMachine()
        let changes = await inWorld(machine.enter) {
            let stream = machine.provider.changes()
            let chip = Device(path: "/devices/platform/soc/hwmon/hwmon1", subsystem: "hwmon")
            machine.devices.send(.happened(action: "change", chip))
            machine.devices.send(.happened(action: "bind", chip))
            machine.devices.finish()
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(changes == [.readAgain([try SensorID("system.host.under_voltage")])])
    }
}
