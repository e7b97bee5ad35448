import Glibc
import SensorSDK
import TestSupport
import Testing

@testable import Battery

@Suite struct MachinePowerTests {
    let machine = FakeSupplies()
    let onMains = "battery.system.on_mains"

    @Test("on mains is any mains supply that delivers")
    func twoMains() async throws {
        machine.plug("AC0", ["type": "Mains", "online": "0"])
        machine.plug("AC1", ["type": "Mains", "online": "1"])
        #expect(try await machine.read(onMains) == .value(.flag(true)))
        machine.plug("AC1", ["online": "0"])
        #expect(try await machine.read(onMains) == .value(.flag(false)))
    }

    @Test("a mains supply that can't be read is no proof of a machine without mains")
    func unreadableMains() async throws {
        machine.plug("AC", ["type": "Mains", "online": "0"])
        machine.files.fail("/sys/class/power_supply/AC/online", with: EIO)
        #expect(try await machine.ids().contains(onMains))
        #expect(try await machine.read(onMains) == .unavailable(.inputOutput))
    }

    @Test("the idle port of a graphics card in a desktop does not read as no mains")
    func lonePort() async throws {
        machine.plug("ucsi-source-psy-0-00081", ["type": "USB", "scope": "System", "online": "0"])
        #expect(try await !machine.ids().contains(onMains))
    }

    @Test("a machine that is fed by USB alone is on mains while a port delivers, and not while its battery is drained")
    func ports() async throws {
        machine.plug("usb", ["type": "USB", "online": "2"])
        machine.plug("battery", ["type": "Battery", "status": "Charging", "capacity": "50"])
        #expect(try await machine.ids().contains(onMains))
        #expect(try await machine.read(onMains) == .value(.flag(true)))
        machine.plug("usb", ["online": "0"])
        #expect(try await machine.read(onMains) == .unavailable(.noData))
        machine.plug("battery", ["status": "Discharging"])
        #expect(try await machine.read(onMains) == .value(.flag(false)))
    }

    @Test("a peripheral's own power input says nothing about the machine")
    func peripheralMains() async throws {
        machine.plug("wacom_ac_1", ["type": "Mains", "scope": "Device", "online": "1", "serial_number": "7"])
        let ids = try await machine.ids()
        #expect(!ids.contains(onMains))
        #expect(ids.contains { $0.hasPrefix("battery.p_") && $0.hasSuffix(".online") })
    }

    @Test(
        "D03: two batteries are two sets of sensors, and either keeps its ids while the other is away and when it returns"
    )
    func twoBatteries() async throws {
        let battery = FakeSupplies.laptopBattery
        machine.plug("BAT0", at: "LNXSYSTM:00/PNP0C0A:00", battery)
        machine.plug("BAT1", at: "LNXSYSTM:00/PNP0C0A:01", battery)
        let both = try await machine.ids()
        #expect(both.isSuperset(of: ["battery.bat0.level", "battery.bat1.level"]))
        for (gone, left) in [("BAT0", "bat1"), ("BAT1", "bat0")] {
            try machine.unplug(gone)
            #expect(try await machine.read("battery.\(left).level") == .value(.number(70)))
            #expect(try await machine.read("battery.\(gone.lowercased()).level") == .unavailable(.notPresent))
            machine.plug(gone, at: "LNXSYSTM:00/PNP0C0A:0\(gone.dropFirst(3))", battery)
            #expect(try await machine.ids() == both)
        }
    }

    @Test("the machine's level weighs its batteries by what they hold, and goes on with the one that is left")
    func combinedLevel() async throws {
        let small = [
            "type": "Battery", "present": "1", "capacity": "90", "energy_now": "18000000", "energy_full": "20000000",
        ]
        let large = [
            "type": "Battery", "present": "1", "capacity": "20", "energy_now": "12000000", "energy_full": "60000000",
        ]
        machine.plug("BAT0", at: "a", small)
        #expect(try await !machine.ids().contains("battery.system.level"))
        machine.plug("BAT1", at: "b", large)
        #expect(try await machine.ids().contains("battery.system.level"))
        #expect(try await machine.read("battery.system.level") == .value(.number(37.5)))
        machine.plug("BAT0", at: "a", ["present": "0"])
        #expect(try await machine.read("battery.system.level") == .value(.number(20)))
        try machine.unplug("BAT0")
        #expect(try await machine.read("battery.system.level") == .value(.number(20)))
        try machine.unplug("BAT1")
        #expect(try await machine.read("battery.system.level") == .unavailable(.notPresent))
    }

    @Test("a UPS is a battery with sensors of its own, and neither the machine's charge nor its mains")
    func ups() async throws {
        machine.plug("BAT0", at: "a", FakeSupplies.laptopBattery)
        machine.plug("ups", at: "b", FakeSupplies.laptopBattery.merging(["type": "UPS", "capacity": "99"]) { $1 })
        let ids = try await machine.ids()
        #expect(ids.isSuperset(of: ["battery.ups.level", "battery.ups.status", "battery.ups.power"]))
        #expect(!ids.contains("battery.system.level") && !ids.contains(onMains))
        #expect(try await machine.read("battery.ups.level") == .value(.number(99)))
    }

    @Test("a wireless pad is a power input that has no level, and feeds the machine while it delivers")
    func wireless() async throws {
        machine.plug("BAT0", at: "a", FakeSupplies.laptopBattery)
        machine.plug("wireless", at: "b", ["type": "Wireless", "online": "1", "capacity": "50"])
        let ids = try await machine.ids()
        #expect(ids.filter { $0.hasPrefix("battery.wireless.") } == ["battery.wireless.online"])
        #expect(try await machine.read(onMains) == .value(.flag(true)))
        machine.plug("wireless", at: "b", ["online": "0"])
        #expect(try await machine.read(onMains) == .value(.flag(false)))
    }
}
