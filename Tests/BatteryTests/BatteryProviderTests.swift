import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Battery

@Suite struct BatteryProviderTests {
    let machine = FakeSupplies()

    @Test("a machine without power supplies, or without the kernel's folder for them, offers nothing")
    func nothing() async throws {
        #expect(try await machine.sensors().isEmpty)
        machine.files.addFolder("/sys/class/power_supply")
        #expect(try await machine.sensors().isEmpty)
    }

    @Test("D02: a battery is found by its type, whatever its name")
    func anyName() async throws {
        machine.plug("sbs-11-000b", FakeSupplies.laptopBattery)
        let sensors = try await machine.sensors()
        let level = try #require(sensors.first { $0.id.reading == "level" })
        #expect(level.id.thing.hasPrefix("sbs_000b_"))
        #expect(level.name == "sbs-11-000b level")
        #expect(try await machine.read(level.id.description) == .value(.number(70)))
    }

    @Test("a battery on a bus keeps its id when the kernel counts its buses otherwise")
    func renumberedBus() async throws {
        machine.plug("sbs-11-000b", at: "pci0000:00/i2c-11/11-000b", FakeSupplies.laptopBattery)
        let before = try await machine.ids()
        try machine.unplug("sbs-11-000b")
        machine.plug("sbs-4-000b", at: "pci0000:00/i2c-4/4-000b", FakeSupplies.laptopBattery)
        #expect(try await machine.ids() == before)
    }

    @Test("D01: a battery that does not say what it is for a moment is still one, and its other values are told")
    func unreadableType() async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        #expect(try await machine.read("battery.bat0.level") == .value(.number(70)))
        machine.files.fail("/sys/devices/LNXSYSTM:00/PNP0C0A:00/power_supply/BAT0/type", with: EIO)
        #expect(try await machine.read("battery.bat0.level") == .value(.number(70)))
        #expect(try await machine.ids().contains("battery.bat0.level"))
        try machine.unplug("BAT0")
        #expect(try await machine.read("battery.bat0.level") == .unavailable(.notPresent))
    }

    @Test("words, class and unit of what is offered are those of the table")
    func words() async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        machine.plug("AC", at: "LNXSYSTM:00/ACPI0003:00", ["type": "Mains", "online": "1"])
        let sensors = try await machine.sensors()
        let level = try #require(sensors.first { $0.id.description == "battery.bat0.level" })
        #expect(level.name == "BAT0 level")
        #expect(level.device == "BAT0")
        #expect(level.deviceClass == .battery)
        #expect(level.unit == .percent)
        #expect(level.stateClass == .measurement)
        #expect(level.category == nil)
        #expect(level.interval == .seconds(60))
        #expect(level.leastInterval == .seconds(10))
        let charging = try #require(sensors.first { $0.id.description == "battery.bat0.charging" })
        #expect(charging.kind == .binarySensor)
        #expect(charging.deviceClass == .batteryCharging)
        #expect(charging.category == .diagnostic)
        let mains = try #require(sensors.first { $0.id.description == "battery.system.on_mains" })
        #expect(mains.kind == .binarySensor)
        #expect(mains.deviceClass == .plug)
        #expect(mains.icon == "mdi:power-plug")
    }

    @Test("D05: an empty text is that value's absence, and its neighbours stay")
    func emptyTexts() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["cycle_count"] = ""
        battery["model_name"] = ""
        battery["energy_now"] = "  "
        machine.plug("BAT0", battery)
        let outcomes = try await machine.read([
            "battery.bat0.cycle_count", "battery.bat0.energy", "battery.bat0.level", "battery.bat0.power",
        ])
        #expect(outcomes["battery.bat0.cycle_count"] == .unavailable(.noData))
        #expect(outcomes["battery.bat0.energy"] == .unavailable(.noData))
        #expect(outcomes["battery.bat0.level"] == .value(.number(70)))
        #expect(outcomes["battery.bat0.power"] == .value(.number(10)))
    }

    @Test(
        "D01: a read that fails makes that value unavailable with the reason, and no other",
        arguments: [
            (ENODEV, UnavailableReason.noData), (ENODATA, .noData), (EAGAIN, .noData), (EINVAL, .noData),
            (EIO, .inputOutput), (ETIMEDOUT, .inputOutput), (EACCES, .permission),
        ]
    )
    func readErrors(code: Int32, reason: UnavailableReason) async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        machine.files.fail("/sys/class/power_supply/BAT0/voltage_now", with: code)
        let offered = try await machine.sensors().map(\.id.description)
        #expect(offered.contains("battery.bat0.voltage"))
        let outcomes = try await machine.read(offered)
        for (id, outcome) in outcomes {
            switch (id, outcome) {
            case ("battery.bat0.voltage", _): #expect(outcome == .unavailable(reason))
            case ("battery.bat0.time_to_full", _): #expect(outcome == .unavailable(.notApplicable))
            case (_, .value): break
            case (_, .unavailable(let reason)): Issue.record("\(id) went along: \(reason)")
            }
        }
    }

    @Test("a driver that asks to try again is asked again")
    func tryAgain() async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        machine.files.fail("/sys/class/power_supply/BAT0/capacity", inTurn: [EAGAIN, nil])
        #expect(try await machine.read("battery.bat0.level") == .value(.number(70)))
    }

    @Test("a level that can't be read is taken from what the battery holds and can hold")
    func levelFromEnergy() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["energy_now"] = "25000000"
        machine.plug("BAT0", battery)
        machine.files.fail("/sys/class/power_supply/BAT0/capacity", with: ENODEV)
        #expect(try await machine.read("battery.bat0.level") == .value(.number(50)))
    }

    @Test("a text that is no number is malformed")
    func malformed() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["capacity"] = "many"
        battery["energy_now"] = nil
        battery["energy_full"] = nil
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.level") == .unavailable(.malformed))
    }

    @Test(
        "a register that nobody filled, or a value outside of physics, is no value",
        arguments: [
            ("current_now", "65535000", "current"), ("current_now", "4294967295", "current"),
            ("voltage_now", "0", "voltage"), ("power_now", "4294967295000", "power"),
            ("energy_now", "-1", "energy"), ("temp", "-2731", "temperature"), ("temp", "9999", "temperature"),
            ("cycle_count", "65535", "cycle_count"), ("cycle_count", "-1", "cycle_count"),
            ("energy_now", "9223372036854775807", "energy"), ("power_now", "-9223372036854775808", "power"),
            ("charge_control_end_threshold", "255", "charge_limit_end"),
        ]
    )
    func implausible(file: String, text: String, reading: String) async throws {
        var battery = FakeSupplies.laptopBattery
        battery[file] = text
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.\(reading)") == .unavailable(.implausible))
    }

    @Test("an empty bay makes everything of its battery not present, not 0 %")
    func emptyBay() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["present"] = "0"
        battery["capacity"] = "0"
        machine.plug("BAT0", battery)
        let offered = try await machine.sensors().map(\.id.description)
        #expect(offered.contains("battery.bat0.level"))
        for (_, outcome) in try await machine.read(offered) { #expect(outcome == .unavailable(.notPresent)) }
    }

    @Test("without a design capacity, or with 0, no health is offered", arguments: ["0", "", nil])
    func noHealth(design: String?) async throws {
        var battery = FakeSupplies.laptopBattery
        battery["energy_full_design"] = design
        machine.plug("BAT0", battery)
        #expect(try await !machine.ids().contains("battery.bat0.health"))
    }

    @Test("a cycle count of 0 is a firmware that does not count")
    func cycleCount() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["cycle_count"] = "0"
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.cycle_count") == .unavailable(.noData))
    }

    @Test("a driver's own time goes before arithmetic, and a nonsensical one does not")
    func ownTimes() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["time_to_empty_avg"] = "7200"
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.time_to_empty") == .value(.integer(120)))
        battery["time_to_empty_avg"] = "3932100"
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.time_to_empty") == .value(.integer(210)))
    }

    @Test("a rate of 0 gives no time, and a tiny one no absurd time")
    func slowRates() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["power_now"] = "0"
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.time_to_empty") == .unavailable(.noData))
        battery["power_now"] = "1000"
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.time_to_empty") == .unavailable(.implausible))
    }

    @Test("status Unknown is passed on, and is not charging")
    func unknownStatus() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["status"] = "Unknown"
        machine.plug("BAT0", battery)
        let outcomes = try await machine.read(["battery.bat0.status", "battery.bat0.charging"])
        #expect(outcomes["battery.bat0.status"] == .value(.text("unknown")))
        #expect(outcomes["battery.bat0.charging"] == .value(.flag(false)))
    }

    @Test("D04: level and status go on through a change from charging to discharging")
    func statusChange() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["status"] = "Charging"
        machine.plug("BAT0", battery)
        #expect(try await machine.read("battery.bat0.status") == .value(.text("charging")))
        battery["status"] = "Discharging"
        machine.plug("BAT0", battery)
        let outcomes = try await machine.read(["battery.bat0.status", "battery.bat0.level"])
        #expect(outcomes["battery.bat0.status"] == .value(.text("discharging")))
        #expect(outcomes["battery.bat0.level"] == .value(.number(70)))
    }

    @Test("each file is opened at most once, however many readings come from it")
    func opensOnce() async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        machine.plug("AC", at: "LNXSYSTM:00/ACPI0003:00", ["type": "Mains", "online": "1"])
        let offered = try await machine.sensors().map(\.id.description)
        let before = machine.files.opened.count
        _ = try await machine.read(offered)
        let opened = machine.files.opened[before...]
        #expect(!opened.isEmpty)
        #expect(Set(opened).count == opened.count)
    }

    @Test("reading one value opens no file of another")
    func opensOnlyWhatIsNeeded() async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        _ = try await machine.sensors()
        let before = machine.files.opened.count
        _ = try await machine.read("battery.bat0.level")
        let opened = machine.files.opened[before...].compactMap { $0.split(separator: "/").last }
        #expect(Set(opened).isSubset(of: ["type", "scope", "present", "capacity"]))
    }

    @Test("an id that is gone or never was is not present")
    func unknownIDs() async throws {
        machine.plug("BAT0", FakeSupplies.laptopBattery)
        for id in ["battery.bat9.level", "battery.bat0.colour", "battery.system.on_mains", "thermal.bat0.level"] {
            #expect(try await machine.read(id) == .unavailable(.notPresent))
        }
    }

    @Test("65.535 W, V and Wh are values as good as any; only as a current it is a register that nobody filled")
    func sixteenBits() async throws {
        var battery = FakeSupplies.laptopBattery
        for file in ["power_now", "voltage_now", "energy_now", "energy_full", "current_now"] {
            battery[file] = "65535000"
        }
        machine.plug("BAT0", battery)
        for reading in ["power", "voltage", "energy", "energy_full"] {
            #expect(try await machine.read("battery.bat0.\(reading)") == .value(.number(65.535)))
        }
        #expect(try await machine.read("battery.bat0.current") == .unavailable(.implausible))
    }

    @Test("of a list of what there could be, the word in brackets is told")
    func brackets() async throws {
        var battery = FakeSupplies.laptopBattery
        battery["charge_behaviour"] = "auto [inhibit-charge] force-discharge"
        machine.plug("BAT0", battery)
        machine.plug("ucsi-source-psy-1", at: "x", ["type": "USB", "online": "1", "usb_type": "C [PD] PD_PPS"])
        let ids = try await machine.ids()
        let usbType = try #require(ids.first { $0.hasSuffix(".usb_type") })
        #expect(try await machine.read(usbType) == .value(.text("PD")))
        #expect(try await machine.read("battery.bat0.charge_behaviour") == .value(.text("inhibit_charge")))
        machine.plug("ucsi-source-psy-1", at: "x", ["usb_type": "C PD PD_PPS"])
        #expect(try await machine.read(usbType) == .unavailable(.noData))
    }
}
