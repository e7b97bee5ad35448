import FoundationEssentials
import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@Suite(.world()) struct EventQueueTests {
    let folder: ScratchFolder
    let store: Store
    let server: ServerRecord.ID

    init() async throws {
        folder = try ScratchFolder()
        store = try Store(directory: folder.path)
        server = try await store.addServer()
        try await store.enableAndRegister([Samples.eventSensor()], on: server)
    }

    @Test("events wait in order, every one, and survive a restart whole")
    func order() async throws {
        let events = try (1...5).map { try Samples.event("stick \($0)", at: Samples.time(1000 + Double($0) / 4)) }
        for event in events { try await store.queue(event, for: [server]) }
        await store.close()
        let batch = try await Store(directory: folder.path).batch(for: server)
        var expected = events
        for index in expected.indices { (expected[index].vendor, expected[index].model) = (nil, nil) }
        #expect(batch.events.map(\.event) == expected)
        #expect(batch.events.map(\.attempt) == [1, 1, 1, 1, 1])
        #expect(batch.events.map(\.sequence) == batch.events.map(\.sequence).sorted())
    }

    @Test("vendor and model go only where the owner accepted them")
    func vendorAndModel() async throws {
        let other = try await store.addServer("office")
        try await store.enableAndRegister([Samples.eventSensor(attributes: ["vendor"])], on: other)
        try await store.remember([Samples.eventSensor(attributes: ["vendor", "model"])])
        try await store.queue(Samples.event("stick"), for: [server, other])
        let events = try await (store.batch(for: server).events, store.batch(for: other).events)
        #expect(events.0.map(\.event.vendor) == [nil])
        #expect(events.1.map(\.event.vendor) == ["Vendor"])
        #expect(events.1.map(\.event.model) == [nil])
        #expect(try !folder.contains("Model"))
    }

    @Test("an event that may have arrived is tried again with a higher count, and goes when it is proven")
    func attempts() async throws {
        for name in ["one", "two", "three"] { try await store.queue(Samples.event(name), for: [server]) }
        let first = try await store.batch(for: server)
        let sequences = first.events.map(\.sequence)
        let receipt = Receipt(deliveredEvents: [sequences[0]], attemptedEvents: [sequences[1]])
        try await store.apply(receipt, to: first, from: server, at: Samples.time())
        let second = try await store.batch(for: server)
        #expect(second.eventNames == ["two", "three"])
        #expect(second.events.map(\.attempt) == [2, 1])
        #expect(second.events[0].event.id == first.events[1].event.id)
        #expect(try await store.depth(of: server).events == 2)
    }

    @Test("an event whose delivery was cut short says so next time; one that certainly did not leave does not")
    func cutShort() async throws {
        for name in ["one", "two"] { try await store.queue(Samples.event(name), for: [server]) }
        let batch = try await store.batch(for: server)
        try await store.begin(batch, to: server)
        #expect(try await store.batch(for: server).events.map(\.attempt) == [2, 2])
        let receipt = Receipt(attemptedEvents: [batch.events[0].sequence])
        try await store.apply(receipt, to: batch, from: server, at: Samples.time())
        #expect(try await store.batch(for: server).events.map(\.attempt) == [2, 1])
    }

    @Test("of more than a thousand events the oldest are given up and counted, for this server alone")
    func tooMany() async throws {
        let other = try await store.addServer("office")
        try await store.enableAndRegister([Samples.eventSensor()], on: other)
        try await store.queue(Samples.event("first"), for: [other])
        for number in 1...1003 { try await store.queue(Samples.event("stick \(number)"), for: [server]) }
        let depth = try await store.depth(of: server)
        #expect(depth.events == 1000)
        #expect(depth.droppedEvents == 3)
        let batch = try await store.batch(for: server)
        #expect(batch.eventNames == (4...53).map { "stick \($0)" })
        #expect(try await store.depth(of: other).droppedEvents == 0)
        #expect(try await store.batch(for: other).eventNames == ["first"])
    }

    @Test("events older than seven days are given up and counted, when one is added and when they are to be sent")
    func tooOld() async throws {
        let week = 7.0 * 86400
        try await store.queue(Samples.event("old", at: Samples.time(1000)), for: [server])
        try await store.queue(Samples.event("newer", at: Samples.time(1000 + week)), for: [server])
        #expect(try await store.depth(of: server).droppedEvents == 0)
        try await store.queue(Samples.event("newest", at: Samples.time(1002 + week)), for: [server])
        #expect(try await store.batch(for: server).eventNames == ["newer", "newest"])
        #expect(try await store.depth(of: server).droppedEvents == 1)

        await store.close()
        let again = try Store(directory: folder.path)
        #expect(try await again.batch(for: server, now: Samples.start + 3 * week).isEmpty)
        #expect(try await again.depth(of: server).droppedEvents == 3)
    }

    @Test("a wall clock that jumps by years gives no event up")
    func clockJump() async throws {
        let before = Instant(wall: Date(timeIntervalSince1970: 1000), boot: .seconds(1000))
        try await store.queue(Samples.event("before the time was known", at: before), for: [server])
        try await store.queue(Samples.event("after", at: Samples.time(1060)), for: [server])
        #expect(try await store.batch(for: server).eventNames == ["before the time was known", "after"])
        #expect(try await store.depth(of: server).droppedEvents == 0)
    }

    @Test("within one boot a restart of the agent does not change how old an event is")
    func sameBoot() async throws {
        let files = FakeFileTree(["/proc/sys/kernel/random/boot_id": "0b1e\n"])
        try await inWorld({ $0.files = files }) {
            let folder = try ScratchFolder()
            var store = try Store(directory: folder.path)
            let server = try await store.addServer()
            try await store.enableAndRegister([Samples.eventSensor()], on: server)
            let before = Instant(wall: Date(timeIntervalSince1970: 1000), boot: .seconds(1000))
            try await store.queue(Samples.event("before the time was known", at: before), for: [server])
            await store.close()
            store = try Store(directory: folder.path)
            #expect(try await store.batch(for: server).eventNames == ["before the time was known"])

            await store.close()
            files.write("other\n", to: "/proc/sys/kernel/random/boot_id")
            store = try Store(directory: folder.path)
            #expect(try await store.batch(for: server).events.isEmpty)
            #expect(try await store.depth(of: server).droppedEvents == 1)
        }
    }
}
