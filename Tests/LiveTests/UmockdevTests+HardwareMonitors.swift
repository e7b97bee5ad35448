import Live
import SensorSDK
import Shared
import TestSupport
import Testing

extension UmockdevTests {
    @Suite("libsensors")
    struct HardwareMonitorsTests {
        private let testbed = Testbed()
        private let live = LiveHardwareMonitors()

        private func monitor(_ prefix: String) throws -> HardwareMonitor {
            try #require(try live.monitors().first { $0.prefix == prefix })
        }

        @Test(
            "chips have the values and labels that `sensors` shows",
            arguments: ["T01-k10temp-tctl-tdie", "T02-coretemp", "T06-same-libsensors-name"]
        )
        func values(name: String) throws {
            try testbed.add(ThermalFixture.devices("device.umockdev", of: name))
            let monitors = try live.monitors()
            let expected = try ThermalFixture.named(name).expect.filter { $0.state != nil }
            #expect(!expected.isEmpty)
            for reading in expected {
                let chips = monitors.filter { $0.printedName == reading.device }
                let chip = try #require(chips.dropFirst(reading.instance ?? 0).first)
                let feature = try #require(chip.features.first { $0.name == reading.reading })
                #expect(feature.kind == .temperature)
                #expect(feature.label == reading.label ?? reading.reading)
                let values = live.read(feature.subfeatures, of: chip)
                #expect(Set(values.keys) == Set(feature.subfeatures))
                let value = try #require(values["\(reading.reading)_input"]).get()
                #expect(abs(value - (reading.state ?? .nan)) <= reading.tolerance ?? 0)
            }
        }

        @Test("a limit is read like a value, and a subfeature that a chip does not have is left out")
        func limits() throws {
            try testbed.add(ThermalFixture.devices("device.umockdev", of: "T02-coretemp"))
            let values = live.read(
                ["temp1_max", "temp1_crit_alarm", "temp1_lcrit", "temp9_input"],
                of: try monitor("coretemp")
            )
            #expect(values == ["temp1_max": .success(80), "temp1_crit_alarm": .success(0)])
        }

        @Test("every kind of feature has its own, and what is no measurement is left out")
        func kinds() throws {
            try testbed.add(
                """
                P: /devices/platform/board
                E: SUBSYSTEM=platform

                P: /devices/platform/board/hwmon/hwmon0
                E: SUBSYSTEM=hwmon
                A: name=board\\n
                A: in1_input=12000\\n
                A: fan1_input=900\\n
                A: temp1_input=30000\\n
                A: power1_average=15000000\\n
                A: energy1_input=2000000\\n
                A: curr1_input=1500\\n
                A: humidity1_input=45000\\n
                A: intrusion0_alarm=1\\n
                A: beep_enable=0\\n
                L: device=../../../board
                """
            )
            let board = try monitor("board")
            #expect(
                Dictionary(board.features.map { ($0.name, $0.kind) }) { first, _ in first } == [
                    "in1": .voltage, "fan1": .fan, "temp1": .temperature, "power1": .power, "energy1": .energy,
                    "curr1": .current, "humidity1": .humidity, "intrusion0": .intrusion,
                ]
            )
            let values = live.read(board.features.flatMap(\.subfeatures), of: board)
            #expect(
                values == [
                    "in1_input": .success(12), "fan1_input": .success(900), "temp1_input": .success(30),
                    "power1_average": .success(15), "energy1_input": .success(2), "curr1_input": .success(1.5),
                    "humidity1_input": .success(45), "intrusion0_alarm": .success(1),
                ]
            )
        }

        @Test("a machine without chips has none, and that is no error")
        func noChips() throws {
            try testbed.add("P: /devices/platform/board\nE: SUBSYSTEM=platform\n")
            #expect(try live.monitors() == [])
        }

        @Test("when numbers move after a driver was loaded again, no chip gets another one's value")
        func renumbering() throws {
            let name = "T07-hot-removal-renumber"
            let expected = try ThermalFixture.named(name).expect
            try testbed.add(ThermalFixture.devices("sample0.umockdev", of: name))
            let before = try live.monitors()
            try compare(expected.filter { $0.sample == 0 })

            testbed.remove("/sys/devices/pci0000:00/0000:00:18.3", "hwmon/hwmon0")
            testbed.remove("/sys/devices/pci0000:00/0000:00:14.0/usb1/1-4/1-4:1.0/0003:1B1C:0C10.0002", "hwmon/hwmon1")
            testbed.remove("/sys/devices/platform/nct6775.656", "hwmon/hwmon2")
            try testbed.add(ThermalFixture.devices("sample1.umockdev", of: name))
            for monitor in before {
                #expect(live.read(["temp1_input"], of: monitor) == ["temp1_input": .failure(.unreadable(.notPresent))])
            }
            try compare(expected.filter { $0.sample == 1 })
            #expect(try live.monitors().map(\.prefix).sorted() == ["k10temp", "nct6798"])
        }

        @Test("D09: two drives of one kind that swapped their numbers are not taken for each other")
        func swapped() throws {
            func drive(_ number: Int, _ place: String, _ value: Int) -> String {
                """
                P: /devices/pci0000:00/\(place)
                E: SUBSYSTEM=pci

                P: /devices/pci0000:00/\(place)/hwmon/hwmon\(number)
                E: SUBSYSTEM=hwmon
                A: name=nvme\\n
                A: temp1_input=\(value)\\n
                L: device=../../../\(place)

                """
            }
            try testbed.add(drive(0, "0000:01:00.0", 41000) + "\n" + drive(1, "0000:02:00.0", 52000))
            let before = try live.monitors()
            let values = before.map { live.read(["temp1_input"], of: $0) }
            #expect(values == [["temp1_input": .success(41)], ["temp1_input": .success(52)]])

            testbed.remove("/sys/devices/pci0000:00/0000:01:00.0", "hwmon/hwmon0")
            testbed.remove("/sys/devices/pci0000:00/0000:02:00.0", "hwmon/hwmon1")
            try testbed.add(drive(1, "0000:01:00.0", 42000) + "\n" + drive(0, "0000:02:00.0", 53000))
            for monitor in before {
                #expect(live.read(["temp1_input"], of: monitor) == ["temp1_input": .failure(.unreadable(.notPresent))])
            }
            let after = try live.monitors()
            #expect(
                Dictionary(after.map { ($0.device ?? "", live.read(["temp1_input"], of: $0)) }) { first, _ in first }
                    == [
                        "/sys/devices/pci0000:00/0000:01:00.0/hwmon/hwmon1": ["temp1_input": .success(42)],
                        "/sys/devices/pci0000:00/0000:02:00.0/hwmon/hwmon0": ["temp1_input": .success(53)],
                    ]
            )
        }

        @Test(
            "a chip that was made anew under its number shows what it has now, once udev told of it or a file is missing"
        )
        func madeAnew() throws {
            func describe(_ files: String...) -> String {
                """
                P: /devices/platform/board
                E: SUBSYSTEM=platform

                P: /devices/platform/board/hwmon/hwmon0
                E: SUBSYSTEM=hwmon
                A: name=board\\n
                \(files.map { "A: \($0)_input=30000\\n" }.joined(separator: "\n"))
                L: device=../../../board
                """
            }
            try testbed.add(describe("temp1", "temp2"))
            #expect(try monitor("board").features.map(\.name) == ["temp1", "temp2"])
            testbed.remove("/sys/devices/platform/board", "hwmon/hwmon0")
            try testbed.add(describe("temp2", "temp3"))
            live.forget()
            let board = try monitor("board")
            #expect(board.features.map(\.name) == ["temp2", "temp3"])
            testbed.remove("/sys/devices/platform/board", "hwmon/hwmon0")
            try testbed.add(describe("temp3", "temp4"))
            #expect(live.read(["temp2_input"], of: board) == ["temp2_input": .failure(.unreadable(.notPresent))])
            #expect(try monitor("board").features.map(\.name) == ["temp3", "temp4"])
        }

        @Test("a chip that is plugged in later is found")
        func later() throws {
            try testbed.add(ThermalFixture.devices("device.umockdev", of: "T01-k10temp-tctl-tdie"))
            #expect(try live.monitors().map(\.prefix) == ["k10temp"])
            try testbed.add(ThermalFixture.devices("device.umockdev", of: "T02-coretemp"))
            #expect(try live.monitors().map(\.prefix).sorted() == ["coretemp", "k10temp"])
        }

        @Test("D06: one value that can't be read takes no other along")
        func unreadable() throws {
            try testbed.add(ThermalFixture.devices("device.umockdev", of: "T02-coretemp"))
            let chip = try monitor("coretemp")
            testbed.set("temp1_input", of: "/sys/devices/platform/coretemp.0/hwmon/hwmon3", to: "no number\n")
            testbed.delete("temp2_input", of: "/sys/devices/platform/coretemp.0/hwmon/hwmon3")
            #expect(
                live.read(["temp1_input", "temp2_input", "temp6_input"], of: chip) == [
                    "temp1_input": .failure(.unreadable(.malformed)),
                    "temp2_input": .failure(.unreadable(.notPresent)),
                    "temp6_input": .success(53),
                ]
            )
        }

        private func compare(_ expected: [ThermalFixture.Expectation]) throws {
            let monitors = try live.monitors()
            for reading in expected {
                guard let state = reading.state else {
                    #expect(!monitors.contains { $0.printedName == reading.device })
                    continue
                }
                let chip = try #require(monitors.first { $0.printedName == reading.device })
                let subfeature = "\(reading.reading)_input"
                #expect(live.read([subfeature], of: chip) == [subfeature: .success(state)])
            }
        }
    }
}
