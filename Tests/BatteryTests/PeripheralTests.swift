import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import Battery

@Suite struct PeripheralTests {
    let machine = FakeSupplies()
    let mouse = ["type": "Battery", "scope": "Device", "online": "1", "status": "Discharging", "capacity": "65"]

    /// A HID device, and where it is.
    private func hid(_ instance: String, port: String = "1-2", unique: String, name: String = "Acme M-1") -> String {
        let path = "pci0000:00/0000:00:14.0/usb1/\(port)/\(port):1.2/0003:046D:4099.\(instance)"
        machine.files.write(
            "DRIVER=x\nHID_ID=0003:0000046D:00004099\nHID_NAME=\(name)\nHID_PHYS=usb-0000:00:14.0-2/input2\nHID_UNIQ=\(unique)\n",
            to: "/sys/devices/\(path)/uevent"
        )
        return path
    }

    private func levels() async throws -> [Sensor] {
        try await machine.sensors().filter { $0.id.reading == "level" }
    }

    @Test("D19: a mouse that is unplugged is not present, and comes back with the id that it had")
    func returns() async throws {
        machine.plug("hidpp_battery_0", at: hid("0004", unique: "11-22-33-44"), mouse)
        let before = try #require(try await levels().first)
        try machine.unplug("hidpp_battery_0")
        #expect(try await levels().isEmpty)
        #expect(try await machine.read(before.id.description) == .unavailable(.notPresent))
        machine.plug("hidpp_battery_7", at: hid("001A", port: "1-4", unique: "11-22-33-44"), mouse)
        #expect(try await levels().map(\.id) == [before.id])
        #expect(try await machine.read(before.id.description) == .value(.number(65)))
    }

    @Test("D09: two mice without any serial number are two, and the second keeps its id when the first is away")
    func twins() async throws {
        let first = hid("0004", port: "1-2", unique: "")
        let second = hid("0005", port: "1-3", unique: "")
        machine.plug("hidpp_battery_0", at: first, mouse)
        machine.plug("hidpp_battery_1", at: second, mouse)
        let both = try await levels()
        #expect(Set(both.map(\.id)).count == 2)
        #expect(Set(both.map(\.name)).count == 2)
        try machine.unplug("hidpp_battery_0")
        #expect(try await levels().map(\.id) == [both[1].id])
        machine.plug("hidpp_battery_2", at: hid("0009", port: "1-2", unique: ""), mouse)
        #expect(try await Set(levels().map(\.id)) == Set(both.map(\.id)))
    }

    @Test("a name that carries a hardware address shows nowhere")
    func hiddenAddress() async throws {
        var pad = mouse
        pad["model_name"] = "ps-controller-battery-02:00:00:aa:bb:cc"
        let path = "virtual/misc/uhid/0005:054C:09CC.0007"
        machine.files.write(
            "HID_ID=0005:0000054C:000009CC\nHID_NAME=Wireless Controller\nHID_UNIQ=02:00:00:aa:bb:cc\n",
            to: "/sys/devices/\(path)/uevent"
        )
        machine.plug("ps-controller-battery-02:00:00:aa:bb:cc", at: path, pad)
        machine.plug("hid-020000ddeeff-battery", at: "x", ["type": "Battery", "capacity": "5"])
        for sensor in try await machine.sensors() {
            for text in [sensor.id.description, sensor.device, sensor.name] {
                #expect(!text.contains("aa") || !text.contains("bb"))
                #expect(!text.contains("ddeeff"))
            }
        }
        #expect(try await levels().map(\.device).contains("Wireless Controller"))
    }

    @Test("escape sequences and blank names of a device do not come out")
    func steeringNames() async throws {
        var pen = mouse
        pen["model_name"] = "\u{1B}]0;owned\u{07}Pen\u{202E}neP"
        pen["serial_number"] = "1"
        machine.plug("pen", at: "x", pen)
        var nameless = mouse
        nameless["model_name"] = "   "
        nameless["serial_number"] = "2"
        machine.plug("nameless", at: "y", nameless)
        var long = mouse
        long["model_name"] = String(repeating: "n", count: 300)
        long["serial_number"] = "3"
        machine.plug("xlong", at: "z", long)
        let names = try await levels().map(\.device)
        #expect(names.contains("]0;ownedPenneP"))
        #expect(names.contains("Battery"))
        #expect(names.allSatisfy { $0.count <= 64 })
    }

    @Test("D11: a mouse that sleeps is asleep, and what it last said is not told again")
    func asleep() async throws {
        var sleeper = mouse
        sleeper["online"] = "0"
        sleeper["serial_number"] = "1"
        machine.plug("hidpp_battery_0", sleeper)
        let id = try #require(try await levels().first?.id.description)
        #expect(try await machine.read(id) == .unavailable(.asleep))
        machine.plug("hidpp_battery_0", ["online": "1", "status": "Unknown", "capacity": "0"])
        #expect(try await machine.read(id) == .unavailable(.asleep))
    }

    @Test("neither serial number nor name of the connection is in an id")
    func hiddenSerial() async throws {
        var device = mouse
        device["serial_number"] = " 4711-0042 "
        machine.plug("hidpp_battery_3", device)
        for id in try await machine.ids() {
            #expect(!id.contains("4711") && !id.contains("0042") && !id.contains("hidpp"))
        }
    }

    @Test(
        "a mouse keeps its id while what tells which one it is can't be read, and gets no other one before it could",
        arguments: ["serial_number", "uevent", "scope"]
    )
    func unreadableIdentity(file: String) async throws {
        func plug(_ machine: FakeSupplies) -> String {
            let device = "pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.2/0003:046D:4099.0004"
            let hid =
                "HID_ID=0003:0000046D:00004099\nHID_PHYS=usb-2/input2\nHID_UNIQ=\(file == "uevent" ? "11-22" : "")\n"
            machine.files.write(hid, to: "/sys/devices/\(device)/uevent")
            machine.plug("hidpp_battery_0", at: device, mouse.merging(["serial_number": "4711"]) { $1 })
            let folder = "/sys/devices/\(device)"
            return file == "uevent" ? "\(folder)/uevent" : "\(folder)/power_supply/hidpp_battery_0/\(file)"
        }
        let path = plug(machine)
        let id = try #require(try await levels().first?.id)
        machine.files.fail(path, with: EIO)
        #expect(try await levels().map(\.id) == [id])
        #expect(try await machine.read(id.description) == .value(.number(65)))
        let started = FakeSupplies()
        started.files.fail(plug(started), inTurn: [EIO, nil])
        #expect(try await started.ids().isEmpty)
        #expect(try await started.ids().contains(id.description))
    }

    @Test("a mouse whose receiver sleeps and refuses is asleep, one that is awake forbids it")
    func suspended() async throws {
        machine.plug("hidpp_battery_0", at: "usb1/1-2", mouse.merging(["serial_number": "1"]) { $1 })
        machine.files.link("/sys/devices/usb1/1-2/power_supply/hidpp_battery_0/device", to: "../..")
        let id = try #require(try await levels().first?.id.description)
        machine.files.fail("/sys/class/power_supply/hidpp_battery_0/capacity", with: EPERM)
        for (status, reason) in [("suspended", UnavailableReason.asleep), ("active", .permission)] {
            machine.files.write(status + "\n", to: "/sys/devices/usb1/1-2/power/runtime_status")
            #expect(try await machine.read(id) == .unavailable(reason))
        }
    }
}
