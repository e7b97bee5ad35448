import Glibc
import SensorSDK
import Shared
import TestSupport
import Testing

@testable import DeviceEvents

@Suite struct DeviceEventsProviderTests {
    private let count = "device_events.usb.count"
    private let last = "device_events.usb.last_event"

    @Test("the last event reveals what people do and is enabled only by its full id, a count does not")
    func sensors() async throws {
        try await WatchedMachine.run { machine in
            let sensors = try await machine.provider.sensors()
            #expect(
                sensors.map(\.id.description) == [
                    "device_events.usb.last_event", "device_events.usb.count", "device_events.block.last_event",
                    "device_events.block.count",
                ]
            )
            #expect(sensors.map(\.sensitivity) == [.activity, .plain, .activity, .plain])
            _ = await machine.finish()
        }
    }

    @Test("before anything happened there is no last event, and the count is right, watched or not")
    func beforeAnyEvent() async throws {
        let devices = FakeDeviceEvents()
        devices.set([WatchedMachine.usb("1-1"), WatchedMachine.usb("1-2")])
        try await inWorld {
            $0.deviceEvents = devices
        } operation: {
            let provider = DeviceEventsProvider(context: .test())
            for _ in 0..<2 {
                let readings = await provider.read([try SensorID(count), try SensorID(last)])
                let outcomes = Dictionary(uniqueKeysWithValues: readings.map { ($0.sensor.description, $0.outcome) })
                #expect(outcomes == [count: .value(.integer(2)), last: .unavailable(.noData)])
                _ = provider.changes()
            }
        }
    }

    @Test("a device that is plugged in and out is told of, counted, and named after it is gone")
    func inAndOut() async throws {
        try await WatchedMachine.run(devices: [WatchedMachine.usb("1-1", "Hub")]) { machine in
            var changes = machine.changes.makeAsyncIterator()
            await machine.send("add", WatchedMachine.usb("1-2", serial: "SECRET"))
            guard case .happened(let event)? = await changes.next() else {
                Issue.record("nothing was told")
                return
            }
            #expect(event.action == .added && event.name == "ACME Phone")
            #expect(event.vendor == "ACME" && event.model == "Phone")
            #expect(event.id.count == 32 && event.id.allSatisfy(\.isHexDigit))
            #expect(event.sensor.description == last)
            #expect(await changes.next() == .readAgain([try SensorID(count), try SensorID(last)]))
            #expect(await machine.outcome(count) == .value(.integer(2)))
            let reading = try #require(await machine.provider.read([try SensorID(last)]).first)
            #expect(reading.outcome == .value(.text("added: ACME Phone")))
            #expect(
                reading.attributes == [
                    "action": .text("added"), "vendor": .text("ACME"), "model": .text("Phone"),
                    "class": .text("usb"), "time": .time(machine.clock.wall),
                ]
            )

            machine.clock.advance(by: .seconds(10))
            await machine.send("remove", WatchedMachine.gone("1-2"))
            #expect(await machine.outcome(last) == .value(.text("removed: ACME Phone")))
            #expect(await machine.outcome(count) == .value(.integer(1)))
            await machine.send("remove", WatchedMachine.gone("1-1"))
            #expect(await machine.outcome(last) == .value(.text("removed: ACME Hub")))
            let events = [event] + (await machine.finish()).events
            #expect(Set(events.map(\.id)).count == 3)
            #expect(events.allSatisfy { !"\($0)".contains("SECRET") })
        }
    }

    @Test("a device that resets itself is removed and added, and never ends as removed")
    func reset() async throws {
        let phone = WatchedMachine.usb("1-1")
        try await WatchedMachine.run(devices: [phone]) { machine in
            await machine.send("remove", WatchedMachine.gone("1-1"))
            machine.clock.advance(by: .milliseconds(100))
            await machine.send("add", phone)
            await machine.clock.sleepers(atLeast: 1)
            machine.clock.advance(by: .seconds(1))
            #expect(await machine.finish().told == ["removed: ACME Phone", "added: ACME Phone"])
        }
    }

    @Test("a device that gets another name within a second, and then resets itself, never ends as removed")
    func renamed() async throws {
        let old = WatchedMachine.usb("1-1")
        var new = WatchedMachine.usb("1-2")
        new.properties["DEVPATH_OLD"] = old.path
        try await WatchedMachine.run { machine in
            await machine.send("add", old)
            machine.clock.advance(by: .milliseconds(100))
            await machine.send("change", old)
            await machine.send("move", new)
            machine.clock.advance(by: .milliseconds(100))
            await machine.send("remove", WatchedMachine.gone("1-2"))
            await machine.send("add", new)
            let told = await machine.finish().told
            #expect(told.first == "added: ACME Phone" && told.last != "removed: ACME Phone", "\(told)")
            #expect(await machine.provider.watch?.heldCount == 0)
        }
    }

    @Test("what is undone within a second is not told, and the count is read again")
    func undone() async throws {
        let phone = WatchedMachine.usb("1-1")
        try await WatchedMachine.run { machine in
            await machine.send("add", phone)
            machine.clock.advance(by: .milliseconds(100))
            await machine.send("remove", WatchedMachine.gone("1-1"))
            await machine.send("add", phone)
            let changes = await machine.finish()
            #expect(changes.told == ["added: ACME Phone"])
            #expect(changes.last == .readAgain(nil))
        }
    }

    @Test("another device at the same place within a second is told of, as is the one that made room")
    func swapped() async throws {
        try await WatchedMachine.run { machine in
            await machine.send("add", WatchedMachine.usb("1-1", "Phone", serial: "A"))
            await machine.send("remove", WatchedMachine.gone("1-1"))
            await machine.send("add", WatchedMachine.usb("1-1", "Camera", serial: "B"))
            let told = await machine.finish().told
            #expect(told == ["added: ACME Phone", "removed: ACME Phone", "added: ACME Camera"])
        }
    }

    @Test("D21: events that were lost are found again by looking at all devices, and only what differs is told")
    func overrun() async throws {
        let stays = WatchedMachine.usb("1-1", "Stays")
        let goes = WatchedMachine.usb("1-2", "Goes")
        try await WatchedMachine.run(devices: [stays, goes]) { machine in
            machine.events.set([stays, WatchedMachine.usb("1-3", "Comes")])
            await machine.events.send(.overrun)
            #expect(await machine.outcome(count) == .value(.integer(2)))
            await machine.events.send(.overrun)
            machine.clock.advance(by: .seconds(5))
            await machine.send("add", WatchedMachine.usb("1-4", "Later"))
            #expect(await machine.finish().told == ["removed: ACME Goes", "added: ACME Comes", "added: ACME Later"])
        }
    }

    @Test("D01: a list that can't be had makes the count unavailable, not zero, and events are still told")
    func unlistable() async throws {
        let events = SteppedDeviceEvents()
        events.failLists(with: FileError(path: "/run/udev", code: EACCES))
        try await inWorld {
            $0.deviceEvents = events
        } operation: {
            let provider = DeviceEventsProvider(context: .test())
            var changes = provider.changes().makeAsyncIterator()
            let id = try SensorID(count)
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.permission)])
            await events.send(.happened(action: "add", WatchedMachine.usb("1-1")))
            guard case .happened(let event)? = await changes.next() else {
                Issue.record("nothing was told")
                return
            }
            #expect(event.name == "ACME Phone")
            #expect(await provider.read([id]).map(\.outcome) == [.unavailable(.permission)])
            events.failLists(with: nil)
            events.set([WatchedMachine.usb("1-1")])
            #expect(await provider.read([id]).map(\.outcome) == [.value(.integer(1))])
        }
    }

    @Test("other words of udev are no events: a rename keeps the name of a device, a binding completes it")
    func otherActions() async throws {
        try await WatchedMachine.run(devices: [WatchedMachine.gone("1-9")]) { machine in
            for action in ["bind", "unbind", "online", "offline", "invented"] {
                await machine.send(action, WatchedMachine.usb("1-1"))
            }
            #expect(await machine.outcome(count) == .value(.integer(1)))
            await machine.send("bind", WatchedMachine.usb("1-9"))
            var moved = WatchedMachine.gone("1-8")
            moved.properties["DEVPATH_OLD"] = WatchedMachine.gone("1-9").path
            await machine.send("move", moved)
            #expect(await machine.outcome(count) == .value(.integer(1)))
            await machine.send("remove", WatchedMachine.gone("1-9"))
            #expect(await machine.outcome(last) == .unavailable(.noData))
            await machine.send("remove", WatchedMachine.gone("1-8"))
            #expect(await machine.finish().told == ["removed: ACME Phone"])
        }
    }

    @Test("disks without hardware are nobody's disks, and neither partitions nor interfaces are devices of their own")
    func whatCounts() async throws {
        let disk = { (path: String, type: String) in
            Device(path: path, subsystem: "block", deviceType: type, properties: ["ID_MODEL": "ACME_SSD"])
        }
        let real = disk("/devices/pci0000:00/0000:00:17.0/ata1/host0/block/sda", "disk")
        let loop = disk("/devices/virtual/block/loop3", "disk")
        try await WatchedMachine.run(devices: [real, loop]) { machine in
            #expect(await machine.outcome("device_events.block.count") == .value(.integer(1)))
            await machine.send("add", disk("/devices/virtual/block/loop4", "disk"))
            await machine.send("add", disk(real.path + "/sda1", "partition"))
            await machine.send("remove", Device(path: real.path, subsystem: "block", deviceType: "disk"))
            #expect(await machine.outcome("device_events.block.count") == .value(.integer(0)))
            #expect(await machine.finish().told == ["removed: ACME SSD"])
        }
    }

    @Test("once nobody follows the devices any more, the count is looked up again")
    func afterTheEnd() async throws {
        try await WatchedMachine.run(devices: [WatchedMachine.usb("1-1")]) { machine in
            _ = await machine.finish()
            machine.events.set([])
            #expect(await machine.outcome(count) == .value(.integer(0)))
        }
    }

    @Test("an id that is none of this family's is not present")
    func unknownID() async throws {
        try await WatchedMachine.run { machine in
            #expect(await machine.outcome("device_events.tape.count") == .unavailable(.notPresent))
            _ = await machine.finish()
        }
    }
}
