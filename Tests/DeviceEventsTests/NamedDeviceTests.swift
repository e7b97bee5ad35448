import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import DeviceEvents

/// Whether devices are there that their owner named.
@Suite struct NamedDeviceTests {
    private static let phone = "usb:1234:5678"
    private static let present = "device_events.usb_1234_5678.present"

    /// As it is kept for the device with this serial number.
    private static func source(of serial: String) throws -> String {
        try SourceNaming.usbDevice.checked("\(phone):\(serial)", digits: ProviderContext.test().digits)
    }

    private static func id(_ source: String) throws -> String {
        try #require(NamedDevice(source, context: .test())).id.description
    }

    @Test("a named device is listed while it is away, tells what its owner does, and is off until it comes")
    func away() async throws {
        try await WatchedMachine.run(named: [Self.phone]) { machine in
            let listed = try await machine.provider.sensors()
            let sensor = try #require(listed.first { $0.id.description == Self.present })
            #expect(sensor.kind == .binarySensor && sensor.deviceClass == .connectivity)
            #expect(sensor.sensitivity == .activity)
            #expect(await machine.outcome(Self.present) == .value(.flag(false)))
            _ = await machine.finish()
        }
    }

    @Test("it is on while at least one such device is there, at whatever port, and each event is told with it")
    func comesAndGoes() async throws {
        try await WatchedMachine.run(named: [Self.phone]) { machine in
            var steps: [Reading.Outcome?] = []
            for (action, port, left) in [
                ("add", "1-1", ["1-1"]), ("add", "1-2", ["1-1", "1-2"]), ("remove", "1-1", ["1-2"]),
                ("remove", "1-2", []), ("add", "2-7", ["2-7"]),
            ] {
                machine.clock.advance(by: .seconds(10))
                machine.events.set(left.map { WatchedMachine.usb($0) })
                await machine.send(action, action == "add" ? WatchedMachine.usb(port) : WatchedMachine.gone(port))
                steps.append(await machine.outcome(Self.present))
            }
            #expect(steps == [true, true, true, false, true].map { .value(.flag($0)) })
            #expect(await machine.finish().countOfReads(Self.present) == 5)
        }
    }

    @Test("a device that comes and goes within a second, and events that were lost, are told at once, too")
    func heldAndLost() async throws {
        try await WatchedMachine.run(devices: [WatchedMachine.usb("1-1")], named: [Self.phone]) { machine in
            #expect(await machine.outcome(Self.present) == .value(.flag(true)), "it was there at the start")
            await machine.send("remove", WatchedMachine.gone("1-1"))
            await machine.send("add", WatchedMachine.usb("1-1"))
            await machine.events.send(.overrun)
            machine.events.finish()
            var changes = machine.changes.makeAsyncIterator()
            var told: [ProviderChange] = []
            for _ in 0..<4 { if let change = await changes.next() { told.append(change) } }
            #expect(told.countOfReads(Self.present) == 3, "before the second is over")
        }
    }

    @Test("of two alike the serial number tells which one is meant; nothing that is told holds it")
    func serials() async throws {
        let mine = try Self.source(of: "MINE 1")
        let yours = try Self.source(of: "YOURS")
        try await WatchedMachine.run(
            devices: [WatchedMachine.usb("1-3", serial: "MINE_1")],
            named: [mine, yours, Self.phone]
        ) { machine in
            #expect(await machine.outcome(Self.present) == .value(.flag(true)))
            let (mineID, yoursID) = (try Self.id(mine), try Self.id(yours))
            #expect(await machine.outcome(mineID) == .value(.flag(true)))
            #expect(await machine.outcome(yoursID) == .value(.flag(false)))
            let sensors = try await machine.provider.sensors().filter { $0.id.reading == "present" }
            #expect(Set(sensors.map(\.name)).count == 3)
            #expect(sensors.allSatisfy { !"\($0)".contains("MINE") && !"\($0)".contains(mine.suffix(6)) })
            _ = await machine.finish()
        }
    }

    @Test("another product, and a part of a device, are not the one that was named")
    func others() async throws {
        var other = WatchedMachine.usb("1-1")
        other.properties["PRODUCT"] = "1234/567/8"
        var part = WatchedMachine.usb("1-2")
        part.deviceType = "usb_interface"
        try await WatchedMachine.run(devices: [other, part], named: [Self.phone]) { machine in
            #expect(await machine.outcome(Self.present) == .value(.flag(false)))
            _ = await machine.finish()
        }
    }

    @Test("where udev does not run, a device is known by its product; which of two alike it is can't be told")
    func withoutRules() async throws {
        let mine = try Self.source(of: "MINE")
        var bare = WatchedMachine.gone("1-1")
        bare.properties["PRODUCT"] = "1234/5678/100"
        try await WatchedMachine.run(devices: [bare], named: [Self.phone, mine]) { machine in
            #expect(await machine.outcome(Self.present) == .value(.flag(true)))
            let mineID = try Self.id(mine)
            #expect(await machine.outcome(mineID) == .unavailable(.noData))
            machine.events.set([])
            #expect(await machine.outcome(Self.present) == .value(.flag(false)), "and nothing was told of it")
            _ = await machine.finish()
        }
    }

    @Test(
        "where udev can't be asked it is listed and unavailable, and not taken for away",
        arguments: [(ENOENT, UnavailableReason.noData), (EACCES, .permission)]
    )
    func unlistable(code: Int32, reason: UnavailableReason) async throws {
        try await WatchedMachine.run(named: [Self.phone]) { machine in
            machine.events.failLists(with: FileError(path: "/run/udev", code: code))
            let listed = try await machine.provider.sensors()
            #expect(listed.contains { $0.id.description == Self.present })
            #expect(await machine.outcome(Self.present) == .unavailable(reason))
            _ = await machine.finish()
        }
    }

    @Test(
        "one device has one name, however its owner writes it, and its serial number is not in it",
        arguments: [
            ("usb:1234:5678", "usb:1234:5678"), ("USB:ABCD:00ef", "usb:abcd:00ef"),
            ("usb:1234:5678:#5e1f0a", "usb:1234:5678:#5e1f0a"), ("usb:1234:5678:S 1", "usb:1234:5678:#<S_1>"),
            ("usb:1234:5678: S/1 ", "usb:1234:5678:#<S_1>"), ("usb:1234:5678:A:B", "usb:1234:5678:#<A:B>"),
        ]
    )
    func spelling(text: String, kept: String) throws {
        #expect(try SourceNaming.usbDevice.checked(text) { "<\($0)>" } == kept)
    }

    @Test(
        "what names no USB device is refused with the form and where to find it, without a serial number",
        arguments: [
            "", "1234:5678", "usb:1234", "usb:123:5678:SECRET", "usb:+123:5678", "pci:1234:5678", "usb:1234:5678:  ",
        ]
    )
    func refused(text: String) {
        let error = #expect(throws: SourceNamingError.self) {
            try SourceNaming.usbDevice.checked(text) { "<\($0)>" }
        }
        #expect(error?.description.contains("usb:VENDOR:PRODUCT") == true)
        #expect(error?.description.contains("lsusb") == true && error?.description.contains("SECRET") == false)
    }
}

extension [ProviderChange] {
    /// How often this sensor alone, or with others that are named, was to be read again.
    fileprivate func countOfReads(_ id: String) -> Int {
        count { if case .readAgain(let ids?) = $0 { ids.contains { $0.description == id } } else { false } }
    }
}
