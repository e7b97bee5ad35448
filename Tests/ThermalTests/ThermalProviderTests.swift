import Glibc
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import Thermal

@Suite struct ThermalProviderTests {
    @Test("D08: a chip that shows one label twice gives two sensors that can be told apart")
    func equalLabels() async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(
                0,
                "dell_smm",
                on: "dell_smm.0",
                "temp1_input=40000",
                "temp1_label=Ambient",
                "temp2_input=41000",
                "temp2_label=Ambient",
                "temp3_input=42000",
                "temp3_label=CPU"
            )
        )
        try await inWorld(machine.enter) {
            let sensors = try await ThermalProvider(context: .test()).sensors()
            #expect(sensors.map(\.name) == ["dell_smm Ambient temp1", "dell_smm Ambient temp2", "dell_smm CPU"])
            #expect(sensors.map(\.id.reading) == ["temp1", "temp2", "temp3"])
        }
    }

    @Test(
        "D06: a value that can't be read takes no neighbour along and never becomes a number",
        arguments: [
            (Int32(61), UnavailableReason.noData), (5, .inputOutput), (1, .permission), (19, .noData), (22, .noData),
        ]
    )
    func readErrors(code: Int32, reason: UnavailableReason) async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(0, "a", on: "a.0", "temp1_input=0", "temp2_input=41000")
                + ThermalMachine.chip(1, "b", on: "b.0", "temp1_input=42000")
        )
        machine.files.fail("/sys/class/hwmon/hwmon0/temp1_input", with: code)
        try machine.refresh()
        let outcomes = try await machine.outcomes()
        #expect(outcomes.count == 3)
        #expect(outcomes.first { $0.key.hasPrefix("a_") && $0.key.hasSuffix("temp1") }?.value == .unavailable(reason))
        #expect(outcomes.first { $0.key.hasSuffix("temp2") }?.value == .value(.number(41)))
        #expect(outcomes.first { $0.key.hasPrefix("b_") }?.value == .value(.number(42)))
    }

    @Test(
        "D07: cooling devices and thermal zones of the other class are never opened, so their errors take nothing along"
    )
    func coolingDevices() async throws {
        let machine = try ThermalMachine(ThermalMachine.chip(0, "a", on: "a.0", "temp1_input=41000"))
        for path in ["cooling_device14/cur_state", "thermal_zone10/temp"] {
            machine.files.write("0\n", to: "/sys/class/thermal/\(path)")
            machine.files.fail("/sys/class/thermal/\(path)", with: 22)
        }
        #expect(try await machine.outcomes().values.map(\.self) == [.value(.number(41))])
        #expect(!machine.files.opened.contains { $0.hasPrefix("/sys/class/thermal") })
    }

    @Test("D10: each temperature of a drive is a sensor of its own, so that constant dummies can be seen and left off")
    func dummies() async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(
                0,
                "nvme",
                on: "nvme.0",
                "temp1_input=36850",
                "temp1_label=Composite",
                "temp2_input=84850",
                "temp2_label=Sensor 2",
                "temp3_input=84850",
                "temp3_label=Sensor 3"
            )
        )
        try await inWorld(machine.enter) {
            let provider = ThermalProvider(context: .test())
            let sensors = try await provider.sensors()
            #expect(sensors.map(\.name) == ["nvme Composite", "nvme Sensor 2", "nvme Sensor 3"])
            let composite = try #require(sensors.first)
            let before = machine.files.opened.count
            #expect(await provider.read([composite.id]).map(\.outcome) == [.value(.number(36.85))])
            #expect(!machine.files.opened[before...].contains { $0.hasSuffix("temp2_input") })
        }
    }

    @Test("D12: of a disk that sleeps nothing is read, and no program is started to ask it")
    func sleepingDisk() async throws {
        let device = "/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0"
        let machine = try ThermalMachine(
            """
            P: \(device)
            E: SUBSYSTEM=scsi
            A: power/runtime_status=suspended\\n

            P: \(device)/hwmon/hwmon1
            E: SUBSYSTEM=hwmon
            A: name=drivetemp\\n
            A: temp1_input=31000\\n
            L: device=../../../0:0:0:0

            """
        )
        let recorder = RecordingMonitors(machine.monitors)
        // A world of tests starts no program: whatever a family read with one would be missing.
        try await inWorld {
            machine.enter(&$0)
            $0.hardwareMonitors = recorder
        } operation: {
            let provider = ThermalProvider(context: .test())
            let sensors = try await provider.sensors()
            #expect(sensors.map(\.leastInterval) == [.seconds(60)])
            #expect(await provider.read(Set(sensors.map(\.id))).map(\.outcome) == [.unavailable(.asleep)])
            #expect(recorder.asked.isEmpty)
        }
    }

    @Test(
        "codes for an open input and values outside of physics are implausible, frost is a value",
        arguments: [
            ("temp1_input", 127_000, nil), ("temp1_input", -127_000, nil), ("temp1_input", -128_000, nil),
            ("temp1_input", 128_000, nil), ("temp1_input", 255_000, nil), ("temp1_input", 511_000, nil),
            ("temp1_input", 65_535_000, nil), ("temp1_input", -216_150, nil), ("temp1_input", 250_100, nil),
            ("temp1_input", 0, 0), ("temp1_input", -12_500, -12.5), ("temp1_input", -40_000, -40),
            ("temp1_input", 126_900, 126.9), ("fan1_input", 0, 0), ("fan1_input", 29_999, 29_999),
            ("fan1_input", 30_000, nil), ("fan1_input", 65_535, nil), ("power1_average", 4_294_967_295_000, nil),
            ("power1_average", 65_500_000, 65.5), ("humidity1_input", -1_000, nil), ("humidity1_input", 100_500, nil),
            ("humidity1_input", 100_000, 100), ("in0_input", -12_000, -12),
        ] as [(String, Int, Double?)]
    )
    func plausibility(file: String, content: Int, value: Double?) async throws {
        let machine = try ThermalMachine(ThermalMachine.chip(0, "x", on: "x.0", "\(file)=\(content)"))
        let expected = value.map { Reading.Outcome.value(.number($0)) } ?? .unavailable(.implausible)
        #expect(try await Array(machine.outcomes().values) == [expected])
    }

    @Test(
        "power is the average, or what is measured now where the chip has no average; a voltage may have only an average"
    )
    func valueSubfeatures() async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(
                0,
                "x",
                on: "x.0",
                "power1_average=2000000",
                "power1_input=9000000",
                "power2_input=3000000",
                "in0_average=1500",
                "in1_min=0",
                "energy1_input=7500000",
                "curr1_input=250"
            )
        )
        let outcomes = try await machine.outcomes()
        let byWord = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.key.split(separator: ".").last, $0.value) })
        #expect(
            byWord == [
                "power1": .value(.number(2)), "power2": .value(.number(3)), "in0": .value(.number(1.5)),
                "energy1": .value(.number(7.5)), "curr1": .value(.number(0.25)),
            ]
        )
    }

    @Test("limits that nobody set are left out, and so is the hysteresis of such a limit")
    func limits() async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(
                0,
                "x",
                on: "x.0",
                "temp1_input=38000",
                "temp1_crit=0",
                "temp1_crit_hyst=-5000",
                "temp1_min=-273150",
                "temp1_max=65261850",
                "temp1_lcrit=-40000",
                "temp1_emergency=110000",
                "in0_input=900",
                "in0_min=0",
                "in0_max=0",
                "in1_input=900",
                "in1_min=500",
                "in1_max=1744"
            )
        )
        try await inWorld(machine.enter) {
            let provider = ThermalProvider(context: .test())
            let sensors = try await provider.sensors()
            let readings = await provider.read(Set(sensors.map(\.id)))
            let attributes = Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.reading, $0.attributes) })
            #expect(attributes["temp1"] == ["lcrit": .number(-40), "emergency": .number(110)])
            #expect(attributes["in0"] == [:])
            #expect(attributes["in1"] == ["min": .number(0.5), "max": .number(1.744)])
        }
    }

    @Test("an alarm is whatever the chip says, and one that can't be read is no all-clear")
    func alarms() async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(
                0,
                "x",
                on: "x.0",
                "temp1_input=30000",
                "temp1_max_alarm=0",
                "temp1_crit_alarm=1",
                "fan1_input=0",
                "fan1_alarm=0",
                "in0_input=900",
                "in0_min_alarm=0",
                "in0_max_alarm=0"
            )
        )
        machine.files.fail("/sys/class/hwmon/hwmon0/in0_max_alarm", with: 5)
        try machine.refresh()
        let outcomes = try await machine.outcomes().filter { $0.key.hasSuffix("_alarm") }
        let byWord = Dictionary(uniqueKeysWithValues: outcomes.map { ($0.key.split(separator: ".").last, $0.value) })
        #expect(
            byWord == [
                "temp1_alarm": .value(.flag(true)), "fan1_alarm": .value(.flag(false)),
                "in0_alarm": .unavailable(.inputOutput),
            ]
        )
    }

    @Test(
        "D11, promise 7, no harm: of a graphics card that sleeps nothing is read, and it is asleep; awake, its temperature is a main value"
    )
    func sleepingGraphics() async throws {
        let description = """
            P: /devices/pci0000:00/0000:00:01.0/0000:03:00.0
            E: SUBSYSTEM=pci
            A: class=0x030000\\n
            A: power/runtime_status=suspended\\n

            P: /devices/pci0000:00/0000:00:01.0/0000:03:00.0/hwmon/hwmon4
            E: SUBSYSTEM=hwmon
            A: name=amdgpu\\n
            A: temp1_input=45000\\n
            A: temp1_label=edge\\n
            A: fan1_input=0\\n
            L: device=../../../0000:03:00.0
            """
        let machine = try ThermalMachine(description)
        let recorder = RecordingMonitors(machine.monitors)
        try await inWorld {
            machine.enter(&$0)
            $0.hardwareMonitors = recorder
        } operation: {
            let provider = ThermalProvider(context: .test())
            let sensors = try await provider.sensors()
            #expect(sensors.map(\.category) == [.diagnostic, nil])
            let asleep = await provider.read(Set(sensors.map(\.id)))
            #expect(asleep.map(\.outcome) == [.unavailable(.asleep), .unavailable(.asleep)])
            #expect(recorder.asked.isEmpty)

            machine.files.write("active\n", to: "/sys/class/hwmon/hwmon4/device/power/runtime_status")
            machine.files.write(
                "active\n",
                to: "/sys/devices/pci0000:00/0000:00:01.0/0000:03:00.0/power/runtime_status"
            )
            let awake = await provider.read([sensors[1].id])
            #expect(awake.map(\.outcome) == [.value(.number(45))])
            #expect(recorder.asked == [["temp1_input"]])
        }
    }

    @Test("mirrors of power supplies are left to the battery family")
    func powerSupplies() async throws {
        let machine = try ThermalMachine(
            """
            P: /devices/LNXSYSTM:00/PNP0C0A:00/power_supply/BAT0
            E: SUBSYSTEM=power_supply

            P: /devices/LNXSYSTM:00/PNP0C0A:00/power_supply/BAT0/hwmon3
            E: SUBSYSTEM=hwmon
            A: name=BAT0\\n
            A: in0_input=12000\\n
            L: device=../../BAT0

            P: /devices/LNXSYSTM:00/ACPI0003:00/power_supply/ACAD/hwmon4
            E: SUBSYSTEM=hwmon
            A: name=ACAD\\n
            A: in0_input=12000\\n

            """ + ThermalMachine.chip(0, "x", on: "x.0", "temp1_input=30000")
        )
        #expect(try await machine.chips().map(\.monitor.prefix) == ["x"])
    }

    @Test(
        "D09: two equal disks are told apart by what they are, at whatever port and host number, without showing a serial"
    )
    func equalDisks() async throws {
        func describe(_ disks: [(port: Int, host: Int)]) -> String {
            disks.map { disk in
                let device = "\(disk.host):0:0:0"
                let path =
                    "/devices/pci0000:00/0000:00:17.0/ata\(disk.port)/host\(disk.host)/target\(disk.host):0:0/\(device)"
                return """
                    P: \(path)
                    E: SUBSYSTEM=scsi
                    A: model=ACME HDD\\n

                    P: \(path)/hwmon/hwmon\(disk.host)
                    E: SUBSYSTEM=hwmon
                    A: name=drivetemp\\n
                    A: temp1_input=31000\\n
                    L: device=../../../\(device)


                    """
            }.joined()
        }
        func blockDevice(_ port: Int, _ host: Int, _ properties: [String: String]) -> Device {
            let path =
                "/devices/pci0000:00/0000:00:17.0/ata\(port)/host\(host)/target\(host):0:0/\(host):0:0:0/block/sd\(host)"
            return Device(path: path, subsystem: "block", deviceType: "disk", properties: properties)
        }
        let machine = try ThermalMachine(describe([(1, 0), (2, 1)]))
        machine.devices.set([
            blockDevice(1, 0, ["ID_WWN": "0x5000AAAA", "ID_SERIAL": "S1"]), blockDevice(2, 1, ["ID_SERIAL": "SECRET2"]),
        ])
        let before = try await machine.chips()
        #expect(
            before.map(\.name) == ["drivetemp ACME HDD (0000:00:17.0-ata1)", "drivetemp ACME HDD (0000:00:17.0-ata2)"]
        )
        let context = ProviderContext.test()
        #expect(before.map(\.thing) == ["0x5000AAAA", "SECRET2"].map { "drivetemp_\(context.id(for: $0))" })

        try machine.show(describe([(2, 5), (1, 6)]))
        machine.devices.set([
            blockDevice(2, 5, ["ID_WWN": "0x5000AAAA", "ID_SERIAL": "S1"]), blockDevice(1, 6, ["ID_SERIAL": "SECRET2"]),
        ])
        #expect(try await machine.chips().map(\.thing) == before.map(\.thing))

        try await inWorld(machine.enter) {
            let sensors = try await ThermalProvider(context: context).sensors()
            #expect(sensors.allSatisfy { $0.leastInterval == .seconds(60) && $0.category == nil })
        }
    }

    @Test("a disk that udev does not know yet gets its port's id, and its own as soon as udev knows it")
    func diskBeforeUdev() async throws {
        let device = "/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0"
        let machine = try ThermalMachine(
            """
            P: \(device)
            E: SUBSYSTEM=scsi

            P: \(device)/hwmon/hwmon0
            E: SUBSYSTEM=hwmon
            A: name=drivetemp\\n
            A: temp1_input=31000\\n
            L: device=../../../0:0:0:0
            """
        )
        let context = ProviderContext.test()
        try await inWorld(machine.enter) {
            let list = ChipList(context: context)
            let before = try list.chips().map(\.thing)
            #expect(before == [context.part(from: "drivetemp_0000:00:17.0-ata1")])
            let disk = Device(
                path: "\(device)/block/sda",
                subsystem: "block",
                deviceType: "disk",
                properties: ["ID_WWN": "0x1"]
            )
            machine.devices.set([disk])
            let after = try list.chips().map(\.thing)
            #expect(after == ["drivetemp_\(context.id(for: "0x1"))"])
        }
    }

    @Test("a disk behind a controller without ports gets no lasting id before udev knows it")
    func controllerDisk() async throws {
        let device = "/devices/pci0000:00/0000:03:00.0/host0/port-0:0/end_device-0:0/target0:0:0/0:0:0:0"
        let machine = try ThermalMachine(
            """
            P: /devices/pci0000:00/0000:03:00.0
            E: SUBSYSTEM=pci

            P: \(device)
            E: SUBSYSTEM=scsi

            P: \(device)/hwmon/hwmon0
            E: SUBSYSTEM=hwmon
            A: name=drivetemp\\n
            A: temp1_input=31000\\n
            L: device=../../../0:0:0:0
            """
        )
        let context = ProviderContext.test()
        try await inWorld(machine.enter) {
            let list = ChipList(context: context)
            _ = try list.chips()
            machine.devices.set([
                Device(
                    path: "\(device)/block/sda",
                    subsystem: "block",
                    deviceType: "disk",
                    properties: ["ID_WWN": "0x1"]
                )
            ])
            #expect(try list.chips().map(\.thing) == ["drivetemp_\(context.id(for: "0x1"))"])
        }
    }

    @Test("udev's word on a disk has the list made anew")
    func diskNoticed() async throws {
        let machine = try ThermalMachine(ThermalMachine.chip(0, "k10temp", on: "k10temp.0", "temp1_input=45000"))
        let disk = Device(path: "/devices/a/block/sda", subsystem: "block", deviceType: "disk")
        await inWorld(machine.enter) {
            var changes = ThermalProvider(context: .test()).changes().makeAsyncIterator()
            machine.devices.send(.happened(action: "add", disk))
            #expect(await changes.next() == .listAgain)
        }
    }

    @Test(
        "another device at the same path, under all the same numbers, is never read under the old one's id",
        arguments: [
            ("pci0000:00/0000:02:00.0/nvme/nvme0", "nvme", "A: serial=%"),
            ("pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0", "scsi", "A: vendor=ATA"),
            ("pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/0003:1E71:170E.0002", "hid", "E: HID_UNIQ=%"),
            ("virtual/thermal/thermal_zone0", "thermal", "A: device/path=%"),
        ]
    )
    func swappedDevice(path: String, subsystem: String, identity: String) async throws {
        func describe(_ name: String) -> String {
            """
            P: /devices/\(path)
            E: SUBSYSTEM=\(subsystem)
            \(identity.replacing("%", with: name))

            P: /devices/\(path)/block/sda
            E: SUBSYSTEM=block
            E: DEVTYPE=disk
            E: ID_WWN=\(name)

            P: /devices/\(path)/hwmon/hwmon1
            E: SUBSYSTEM=hwmon
            A: name=chip\\n
            A: temp1_input=31000\\n
            L: device=../../../\(path.split(separator: "/").last ?? "")

            """
        }
        let machine = try ThermalMachine(describe("FIRST"))
        machine.devices.set(try UmockdevDescription(describe("FIRST")).devices)
        let provider = ThermalProvider(context: .test())
        let first = try #require(await inWorld(machine.enter) { try await provider.sensors() }.first).id
        #expect(await inWorld(machine.enter) { await provider.read([first]).map(\.outcome) } == [.value(.number(31))])
        try machine.show(describe("SECOND"))
        machine.devices.set(try UmockdevDescription(describe("SECOND")).devices)
        let second = try #require(await inWorld(machine.enter) { try await provider.sensors() }.first).id
        let readings = await inWorld(machine.enter) { await provider.read([first, second]) }
        #expect(readings.first { $0.sensor == first }?.outcome == .unavailable(.notPresent))
        #expect(readings.first { $0.sensor == second }?.outcome == .value(.number(31)))
    }

    @Test(
        "chips of one address on two channels of a multiplexer keep their ids when the kernel counts its buses otherwise"
    )
    func multiplexer() async throws {
        let mux = "/devices/pci0000:00/0000:00:1f.4/i2c-1/1-0070"
        func describe(_ buses: [Int]) -> String {
            let chips = buses.enumerated().map { channel, bus in
                """
                P: \(mux)/i2c-\(bus)/\(bus)-0050
                E: SUBSYSTEM=i2c

                P: \(mux)/i2c-\(bus)/\(bus)-0050/hwmon/hwmon\(bus)
                E: SUBSYSTEM=hwmon
                A: name=jc42\\n
                A: temp1_input=3\(channel)000\\n
                L: device=../../../\(bus)-0050


                """
            }
            return "P: \(mux)\nE: SUBSYSTEM=i2c\n\n" + chips.joined()
        }
        var found: [[String: Reading.Outcome]] = []
        for buses in [[5, 6], [10, 9]] {
            let machine = try ThermalMachine(describe(buses))
            for (channel, bus) in buses.enumerated() {
                machine.files.link("/sys\(mux)/channel-\(channel)", to: "/sys\(mux)/i2c-\(bus)")
            }
            found.append(try await machine.outcomes())
        }
        #expect(found[0].count == 2 && found[0] == found[1], "\(found)")
    }

    @Test(
        "an id outlives other numbers of buses, hosts, zones, Wi-Fi cards and HID devices",
        arguments: [
            (
                "pci0000:00/0000:00:1f.4/i2c-0/0-0051", "pci0000:00/0000:00:1f.4/i2c-7/7-0051", "i2c", "spd5118",
                "spd5118"
            ),
            (
                "pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/0003:1B1C:0C10.0002",
                "pci0000:00/0000:00:14.0/usb3/3-4/3-4:1.0/0003:1B1C:0C10.000A", "hid", "corsaircpro", "corsaircpro"
            ),
            ("virtual/thermal/thermal_zone2", "virtual/thermal/thermal_zone5", "thermal", "iwlwifi_1", "iwlwifi_2"),
            (
                "pci0000:00/0000:02:00.0/ieee80211/phy0", "pci0000:00/0000:02:00.0/ieee80211/phy3", "ieee80211",
                "mt7921_phy0", "mt7921_phy3"
            ),
        ]
    )
    func renumbering(first: String, second: String, subsystem: String, name: String, nameLater: String) async throws {
        func describe(_ path: String, _ number: Int, _ name: String) -> String {
            """
            P: /devices/pci0000:00/0000:02:00.0
            E: SUBSYSTEM=pci

            P: /devices/\(path)
            E: SUBSYSTEM=\(subsystem)
            A: type=\(name)\\n

            P: /devices/\(path)/hwmon/hwmon\(number)
            E: SUBSYSTEM=hwmon
            A: name=\(name)\\n
            A: temp1_input=30000\\n
            L: device=../../../\(path.split(separator: "/").last ?? "")
            """
        }
        let machine = try ThermalMachine(describe(first, 3, name))
        let before = try await machine.chips()
        try machine.show(describe(second, 1, nameLater))
        let after = try await machine.chips()
        #expect(before.count == 1)
        #expect(before.map(\.thing) == after.map(\.thing))
        #expect(before.map(\.name) == after.map(\.name))
    }

    @Test("a HID device with a serial number keeps its id at another port, and the id does not tell the number")
    func uniqueHID() async throws {
        func describe(_ port: String) -> String {
            """
            P: /devices/pci0000:00/0000:00:14.0/usb1/\(port)/\(port):1.0/0003:1B1C:0C10.0002
            E: SUBSYSTEM=hid
            E: HID_ID=0003:00001B1C:00000C10
            E: HID_UNIQ=FAKESERIAL9

            P: /devices/pci0000:00/0000:00:14.0/usb1/\(port)/\(port):1.0/0003:1B1C:0C10.0002/hwmon/hwmon1
            E: SUBSYSTEM=hwmon
            A: name=corsaircpro\\n
            A: temp1_input=31000\\n
            L: device=../../../0003:1B1C:0C10.0002
            """
        }
        let machine = try ThermalMachine(describe("1-4"))
        let before = try await machine.chips().map(\.thing)
        try machine.show(describe("1-2"))
        #expect(try await machine.chips().map(\.thing) == before)
        #expect(before.allSatisfy { !$0.contains("fakeserial9") })
    }

    @Test("zones with a name in the firmware are known by it, in whatever order they come up")
    func firmwareZones() async throws {
        func describe(_ zones: [(Int, String)]) -> String {
            zones.map { number, path in
                """
                P: /devices/virtual/thermal/thermal_zone\(number)
                E: SUBSYSTEM=thermal
                A: type=acpitz\\n
                A: device/path=\(path)\\n

                P: /devices/virtual/thermal/thermal_zone\(number)/hwmon/hwmon\(number)
                E: SUBSYSTEM=hwmon
                A: name=acpitz\\n
                A: temp1_input=2\(number)000\\n
                L: device=../../../thermal_zone\(number)


                """
            }.joined()
        }
        let machine = try ThermalMachine(describe([(0, "_TZ_.THM0"), (1, "_TZ_.THM1")]))
        let before = try await machine.chips().map(\.thing)
        try machine.show(describe([(0, "_TZ_.THM1"), (1, "_TZ_.THM0")]))
        #expect(try await machine.chips().map(\.thing) == Array(before.reversed()))
        #expect(Set(before).count == 2)
    }

    @Test(
        "D03: of equal chips behind one device the first keeps the id, each other one has its own, and keeps it alone"
    )
    func twins() async throws {
        func describe(_ names: [String]) -> String {
            "P: /devices/pci0000:00/0000:00:14.3\nE: SUBSYSTEM=pci\n\n"
                + names.enumerated().map { number, name in
                    """
                    P: /devices/pci0000:00/0000:00:14.3/net/port\(name)
                    E: SUBSYSTEM=net

                    P: /devices/pci0000:00/0000:00:14.3/net/port\(name)/hwmon/hwmon\(number)
                    E: SUBSYSTEM=hwmon
                    A: name=nic\\n
                    A: temp1_input=30000\\n
                    L: device=../../../port\(name)


                    """
                }.joined()
        }
        let machine = try ThermalMachine(describe(["a", "b"]))
        try await inWorld(machine.enter) {
            let list = ChipList(context: .test())
            let both = try list.chips().map(\.thing)
            try machine.show(describe(["b"]))
            let left = try list.chips().map(\.thing)
            #expect(left == [both[1]])
        }
        try machine.show(describe(["a"]))
        let alone = try await machine.chips().map(\.thing)
        try machine.show(describe(["a", "b", "c"]))
        let things = try await machine.chips().map(\.thing)
        #expect(things.first == alone.first)
        #expect(Set(things).count == 3)
        #expect(things.allSatisfy { $0.utf8.count <= SensorID.longestPart })
        #expect(Set(try await machine.chips().map(\.name)).count == 3)
    }

    @Test("text of a driver or a drive can neither break the list nor steer a terminal")
    func hostileText() async throws {
        let machine = try ThermalMachine(
            ThermalMachine.chip(
                0,
                String(repeating: "long", count: 30),
                on: "x.0",
                "temp1_input=30000",
                "temp1_label=\\033[31m" + String(repeating: "ü", count: 300),
                "temp2_input=31000",
                "temp2_label=\\033"
            )
        )
        try await inWorld(machine.enter) {
            let sensors = try await ThermalProvider(context: .test()).sensors()
            #expect(sensors.count == 2)
            #expect(sensors.allSatisfy { $0.name.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
            #expect(sensors.last?.name.hasSuffix(" temp2") == true)
        }
    }

    @Test("without libsensors there is no list, and what was enabled says that there is no data")
    func withoutLibrary() async throws {
        try await inWorld {
            $0.hardwareMonitors = BrokenMonitors()
        } operation: {
            let provider = ThermalProvider(context: .test())
            await #expect(throws: HardwareMonitorsError.self) { try await provider.sensors() }
            let readings = await provider.read([try SensorID("thermal.k10temp_x.temp1")])
            #expect(readings.map(\.outcome) == [.unavailable(.noData)])
        }
    }

    @Test("a chip that comes or goes asks for a new list, another event of its does not")
    func changes() async throws {
        let devices = FakeDeviceEvents()
        let monitors = FakeHardwareMonitors()
        let seen = await inWorld {
            $0.deviceEvents = devices
            $0.hardwareMonitors = monitors
        } operation: {
            let changes = ThermalProvider(context: .test()).changes()
            var iterator = changes.makeAsyncIterator()
            let chip = Device(path: "/devices/x/hwmon/hwmon1", subsystem: "hwmon")
            var seen: [ProviderChange?] = []
            for notice in [DeviceNotice.happened(action: "remove", chip), .overrun, .happened(action: "add", chip)] {
                devices.send(notice)
                seen.append(await iterator.next())
            }
            // Each may be another one under an old number.
            #expect(monitors.forgotten == 3)
            devices.send(.happened(action: "change", chip))
            devices.send(.happened(action: "add", Device(path: "/devices/x", subsystem: "usb")))
            devices.finish()
            seen.append(await iterator.next())
            return seen
        }
        #expect(seen == [.listAgain, .listAgain, .listAgain, nil])
    }

    @Test(
        "while what tells which device it is can't be read, a chip is not listed under another id",
        arguments: [
            ("nvme", "pci0000:00/0000:02:00.0/nvme/nvme0", "serial", "FIRST"),
            ("hid", "usb1/1-4/1-4:1.0/0003:1B1C:0C10.0002", "uevent", "HID_UNIQ=FIRST"),
            ("acpi", "LNXSYSTM:00/ACPI000D:00", "path", "\\_SB.PMTR"),
            ("thermal", "virtual/thermal/thermal_zone0", "type", "acpitz"),
        ]
    )
    func unreadableIdentity(subsystem: String, device: String, file: String, text: String) async throws {
        let machine = try ThermalMachine(
            """
            P: /devices/\(device)
            E: SUBSYSTEM=\(subsystem)

            P: /devices/\(device)/hwmon/hwmon1
            E: SUBSYSTEM=hwmon
            A: name=chip\\n
            A: temp1_input=31000\\n
            L: device=../../../\(device.split(separator: "/").last ?? "")

            """ + ThermalMachine.chip(2, "k10temp", on: "k10temp.0", "temp1_input=45000")
        )
        machine.files.write(text + "\n", to: "/sys/devices/\(device)/\(file)")
        try await inWorld(machine.enter) {
            let list = ChipList(context: .test())
            let things = try list.chips().map(\.thing)
            #expect(things.count == 2)
            let fresh = ChipList(context: .test())
            machine.files.fail("/sys/devices/\(device)/\(file)", with: EIO)
            #expect(try fresh.chips().map(\.thing) == things.filter { $0.hasPrefix("k10temp") })
            machine.files.fail("/sys/devices/\(device)/\(file)", inTurn: [nil])
            #expect(try Set(fresh.chips().map(\.thing)) == Set(things))
        }
    }

    @Test(
        "a disk of a SAS controller is known by itself, an ACPI device by its name in the firmware, a USB one by its port"
    )
    func places() async throws {
        let disk = "/devices/pci0000:00/0000:03:00.0/host6/port-6:0/end_device-6:0/target6:0:0/6:0:0:0"
        func describe(_ subsystem: String, _ device: String, _ more: String = "") -> String {
            """
            P: \(device)
            E: SUBSYSTEM=\(subsystem)
            \(more)

            P: \(device)/hwmon/hwmon1
            E: SUBSYSTEM=hwmon
            A: name=chip\\n
            A: temp1_input=31000\\n
            L: device=../../../\(device.split(separator: "/").last ?? "")

            """
        }
        func thing(_ description: String) async throws -> String? {
            let machine = try ThermalMachine(description)
            machine.devices.set([
                Device(
                    path: "\(disk)/block/sdq",
                    subsystem: "block",
                    deviceType: "disk",
                    properties: ["ID_SERIAL": "ACME_1", "ID_WWN": "0x5000"]
                )
            ])
            return try await machine.chips().first?.thing
        }
        let context = ProviderContext.test()
        #expect(try await thing(describe("scsi", disk)) == "chip_\(context.id(for: "0x5000"))")
        let meter = "/devices/LNXSYSTM:00/LNXSYBUS:00/ACPI000D:00"
        #expect(
            try await thing(describe("acpi", meter, "A: path=\\\\_SB.PMTR\\n")) == context.part(from: "chip_\\_SB.PMTR")
        )
        let first = try await thing(describe("usb", "/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0"))
        #expect(first == context.part(from: "chip_0000:00:14.0-usb-4:1.0"))
        #expect(try await thing(describe("usb", "/devices/pci0000:00/0000:00:14.0/usb3/3-4/3-4:1.0")) == first)
    }
}

/// Keeps which values were asked for.
private final class RecordingMonitors: HardwareMonitors {
    private let base: FakeHardwareMonitors
    private let state = Mutex<[[String]]>([])

    init(_ base: FakeHardwareMonitors) {
        self.base = base
    }

    var asked: [[String]] { state.withLock { $0 } }

    func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] {
        try base.monitors()
    }

    func read(
        _ subfeatures: [String],
        of monitor: HardwareMonitor
    ) -> [String: Result<Double, HardwareMonitorsError>] {
        state.withLock { $0.append(subfeatures) }
        return base.read(subfeatures, of: monitor)
    }
}

private struct BrokenMonitors: HardwareMonitors {
    func monitors() throws(HardwareMonitorsError) -> [HardwareMonitor] {
        throw .unusable(code: 4, text: "Kernel interface error")
    }

    func read(_: [String], of _: HardwareMonitor) -> [String: Result<Double, HardwareMonitorsError>] { [:] }
}
