import FoundationEssentials
import SensorSDK
import Shared
import Store

/// Delivers what is queued for one server, one batch at a time, and keeps everything until it is acknowledged.
actor Uploader {
    nonisolated let server: ServerRecord
    nonisolated let link: any ServerLink
    private let store: Store
    private let collector: Collector
    private let settings: SettingsInForce
    private nonisolated let news = Signal()
    private nonisolated let hurry = Signal()

    private(set) var state = LinkState.waiting
    private(set) var fault: LinkFault?
    /// When the server last answered as it should, in this run.
    private(set) var lastAnswer: Date?
    /// Since boot: when a server that did not answer as it should is tried again; `nil` while all is well.
    private var nextTry: Duration?
    private var backoff = Backoff()
    private var wasAway = false
    /// Kept over restarts, so that a server that forgot this machine is found out also where the machine starts each day.
    private var emptySince: Date?
    private var hasStoreFailed = false
    private var isStopped = false
    /// Who waits until nothing is left that can be delivered; each for a round that begins after it came.
    private var settling: [CheckedContinuation<Void, Never>] = []
    private var settlingInRound: [CheckedContinuation<Void, Never>] = []
    /// Since boot: until then events wait, since a server that has just started takes them before its automations listen.
    private var eventsHeldUntil = Duration.zero
    /// Since boot: when the server is asked how it stands although nothing waits for it.
    private var nextCheck = Duration.zero
    /// Since boot: when everything was last sent again because the server may have been restarted.
    private var lastResend: Duration?

    /// How long an event waits for others to go with it.
    private static let collectingWindow = Duration.seconds(1)
    private static let checkInterval = Duration.seconds(3600)
    /// A proxy that ends connections early must not have everything sent again each time.
    private static let leastResendInterval = Duration.seconds(300)

    init(
        server: ServerRecord,
        link: any ServerLink,
        store: Store,
        collector: Collector,
        settings: SettingsInForce,
        fault: LinkFault? = nil,
        lastAnswer: Date? = nil
    ) {
        self.server = server
        self.lastAnswer = lastAnswer
        self.fault = fault
        if let fault { state = fault.state }
        emptySince = server.emptySince
        self.link = link
        self.store = store
        self.collector = collector
        self.settings = settings
    }

    /// In how many seconds the server is tried again; `nil` while all is well, and while nothing is to be tried.
    var secondsToNextTry: Int? {
        nextTry.map { Int((max(.zero, $0 - Current.sinceBoot()) / .seconds(1)).rounded(.up)) }
    }

    /// Something was queued.
    nonisolated func notify() { news.raise() }

    /// The owner wants it now: a pause after failures ends.
    nonisolated func insist() {
        hurry.raise()
        news.raise()
    }

    /// Delivers until it is stopped or the task is cancelled.
    func run() async {
        while !Task.isCancelled, !isStopped {
            settlingInRound += settling
            settling = []
            if let pause = await deliverOnce() {
                letSettle()
                await (fault == nil ? news : hurry).wait(atMost: pause.limit)
            }
        }
        isStopped = true
        settlingInRound += settling
        settling = []
        letSettle()
        link.close()
    }

    /// Returns when nothing is left that the server takes now.
    func settle() async {
        guard !isStopped else { return }
        await withCheckedContinuation { continuation in
            settling.append(continuation)
            insist()
        }
    }

    /// Ends the pause after a failure, but none that the server asked for.
    ///
    /// - Returns: What is wrong then.
    @discardableResult
    func tryAgain() async -> LinkFault? {
        guard let fault else { return nil }
        if case .tooMany = fault { return fault }
        _ = await Deadline.run(.seconds(15)) { await self.settle() }
        return self.fault
    }

    private func letSettle() {
        let settled = settlingInRound
        settlingInRound = []
        for continuation in settled { continuation.resume() }
    }

    /// What would go now, in one delivery.
    func preview() async throws -> (requests: [Preview.Request], sensors: Set<SensorID>) {
        var batch = try await queued()
        if holdsEvents { batch.events = [] }
        let requests = await link.preview(batch.asKnown)
        let ids = Dictionary(batch.knownAs.map { ($0.value, $0.key) }) { first, _ in first }
        return (requests, Set(requests.flatMap(\.sensors).map { ids[$0] ?? $0 }))
    }

    /// Has the server given what it knows under ids of its own.
    private func deliver(_ batch: Batch) async -> Receipt {
        await link.deliver(batch.asKnown).translated(from: batch.knownAs)
    }

    /// Whether events wait until the server has settled.
    var holdsEvents: Bool { wasAway || Current.sinceBoot() < eventsHeldUntil }

    /// Says good-bye to a server that is to be forgotten. To be called when ``run()`` has ended.
    ///
    /// - Parameter states: What is sent last: every sensor as unavailable.
    /// - Returns: Whether the server knows it now; also when there was nothing to be said.
    func bidFarewell(_ states: [StateItem]) async -> Bool {
        guard !states.isEmpty else { return true }
        guard state == .ok || state == .waiting else { return false }
        if link.keepsHistory {
            await flush(behind: states)
            // What can't be looked up can't be promised.
            return (try? await store.waitingSensors(of: server.id).isEmpty) ?? false
        }
        // What can't be looked up is told under the present ids, which is right for nearly all.
        let knownAs = (try? await store.idsAtServer(server.id)) ?? [:]
        let receipt = await deliver(Batch(states: states, knownAs: knownAs))
        link.close()
        return receipt.fault == nil
    }

    /// Sends the states that wait, as far as the server takes them at once. To be called when ``run()`` has ended.
    func flush() async {
        guard state != .gone else { return }
        do {
            while true {
                let next = try await store.batch(for: server.id, now: Current.now())
                let batch = Batch(states: next.states, history: next.history, knownAs: next.knownAs)
                guard !batch.isEmpty else { break }
                let receipt = await deliver(batch)
                try await store.apply(receipt, to: batch, from: server.id, at: Current.instant)
                guard receipt.fault == nil, receipt.hasProgress else { break }
            }
        } catch {
            Log.warning("the last states could not be sent", ["server": server.name, "reason": "\(error)"])
        }
        link.close()
    }

    /// A history has its order: what is last goes behind all that waits.
    private func flush(behind states: [StateItem]) async {
        do {
            try await store.queue(
                states.map { QueuedState(server: server.id, kind: $0.kind, icon: $0.icon, reading: $0.reading) }
            )
            await flush()
        } catch {
            Log.warning("the last states could not be queued", ["server": server.name, "reason": "\(error)"])
        }
    }

    private struct Pause {
        var limit: Duration?
    }

    /// One round; `nil` asks for the next one at once.
    private func deliverOnce() async -> Pause? {
        let batch: Batch
        do {
            guard let next = try await nextBatch() else { return Pause(limit: idleTime(Current.sinceBoot())) }
            try await store.begin(next, to: server.id)
            batch = next
            hasStoreFailed = false
        } catch {
            if !hasStoreFailed {
                Log.error("can't read the queue", ["server": server.name, "reason": "\(error)"])
            }
            hasStoreFailed = true
            return Pause(limit: .seconds(60))
        }
        var receipt = await deliver(batch)
        guard !Task.isCancelled, !isStopped || receipt.hasProgress else { return nil }
        if receipt.fault == nil, !receipt.hasProgress, !batch.isEmpty {
            // Taken for an odd answer, or the loop would ask again and again.
            receipt.fault = .unexpected(status: 200)
        }
        do {
            try await note(receipt, to: batch)
        } catch {
            Log.error("can't note a receipt", ["server": server.name, "reason": "\(error)"])
            return Pause(limit: .seconds(60))
        }
        await noteEmptiness(receipt.fault)
        await tellCollector(of: receipt, to: batch)
        return await take(receipt)
    }

    // MARK: What goes next

    /// - Returns: `nil` when there is nothing to be said; an empty batch asks the server how it stands.
    private func nextBatch() async throws -> Batch? {
        var batch = try await queued()
        if let first = batch.events.first, !wasAway {
            let wait = first.event.time.boot + Self.collectingWindow - Current.sinceBoot()
            // A boot time of an earlier boot says nothing.
            if wait > .zero, wait <= Self.collectingWindow {
                await hurry.wait(atMost: wait)
                batch = try await queued()
            }
        }
        if holdsEvents { batch.events = [] }
        if !batch.isEmpty { return batch }
        guard fault != nil || Current.sinceBoot() >= nextCheck else { return nil }
        // A server that gets nothing is not asked anything either.
        return try await store.enablements().contains { $0.server == server.id } ? batch : nil
    }

    /// What waits. Whoever is told of a sensor is told what it says, too, or it would show none until its next state.
    private func queued() async throws -> Batch {
        var batch = try await store.batch(for: server.id, now: Current.now())
        let wanted = batch.registrations.filter { $0.disabled != true }.map(\.sensor.id)
        if link.keepsHistory || wanted.isEmpty { return batch }
        let readings = await collector.lastReadings(of: wanted, for: server.id)
        for index in batch.registrations.indices {
            let order = batch.registrations[index]
            if order.disabled != true { batch.registrations[index].reading = readings[order.sensor.id] }
        }
        return batch
    }

    private func idleTime(_ now: Duration) -> Duration? {
        let times = [eventsHeldUntil, nextCheck].filter { $0 > now }
        return times.min().map { $0 - now }
    }

    // MARK: What came back

    private func note(_ receipt: Receipt, to batch: Batch) async throws {
        if let disabled = receipt.disabledAtServer {
            let enabled = disabled.filter { !$0.value }.keys
            let resumed = try await store.resume(Set(enabled), on: server.id)
            if !resumed.isEmpty {
                for id in resumed { Log.info("enabled in Home Assistant", ["sensor": "\(id)", "server": server.name]) }
                try await collector.enablementsChanged()
                // The entity shows itself 30 s later, and older servers lose what comes until then.
                await collector.repeatLater(resumed, to: server.id, after: .seconds(35))
            }
        }
        try await store.apply(receipt, to: batch, from: server.id, at: Current.instant)
        guard let credentials = receipt.credentials else { return }
        do {
            try await store.setCredentials(credentials, of: server.id)
        } catch {
            guard error.isOfDisk else { throw error }
            // The server says it again, and which way is good shows itself.
            Log.warning("can't keep the ways to a server", ["server": server.name, "reason": "\(error)"])
        }
    }

    private func noteEmptiness(_ fault: LinkFault?) async {
        let isEmpty = fault == .empty || fault == .unknownToServer
        // Who does not answer at all says nothing about that.
        if !isEmpty, case .unreachable = fault { return }
        guard isEmpty != (emptySince != nil) else { return }
        emptySince = isEmpty ? Current.now() : nil
        do {
            try await store.setEmpty(since: emptySince, of: server.id)
        } catch {
            Log.warning("can't keep since when a server says nothing", ["server": server.name, "reason": "\(error)"])
        }
    }

    private func tellCollector(of receipt: Receipt, to batch: Batch) async {
        if receipt.states.values.contains(.disabledByServer) {
            do {
                try await collector.enablementsChanged()
            } catch {
                Log.error("can't read what is enabled", ["reason": "\(error)"])
            }
        }
        let accepted =
            link.keepsHistory ? [] : batch.registrations.filter { receipt.registrations[$0.sensor.id] == .accepted }
        // An entity that was enabled again shows itself 30 s later, and older servers lose what comes until then.
        let enabled = accepted.filter { $0.disabled == false }.map(\.sensor.id)
        if !enabled.isEmpty { await collector.repeatLater(enabled, to: server.id, after: .seconds(35)) }
        // One that was described anew has lost its state.
        let renewed = accepted.filter { $0.disabled == nil }.map(\.sensor.id)
        if !renewed.isEmpty { await collector.repeatLater(renewed, to: server.id, after: .zero) }
        for (id, outcome) in receipt.registrations {
            if case .refused(let reason) = outcome {
                Log.warning("server refused a sensor", ["server": server.name, "sensor": "\(id)", "reason": reason])
            }
        }
        for (id, outcome) in receipt.states {
            switch outcome {
            case .refused(let reason):
                Log.warning("server refused a value", ["server": server.name, "sensor": "\(id)", "reason": reason])
            case .disabledByServer:
                Log.notice("sensor was disabled in Home Assistant", ["server": server.name, "sensor": "\(id)"])
            case .notRegistered:
                Log.notice("sensor unknown to server", ["server": server.name, "sensor": "\(id)"])
            case .accepted: break
            }
        }
        if !receipt.refusedEvents.isEmpty {
            Log.warning(
                "server fails on this each time, it is given up",
                ["server": server.name, "items": "\(receipt.refusedEvents.count)"]
            )
        }
    }

    private func take(_ receipt: Receipt) async -> Pause? {
        let pause = await judge(receipt)
        nextTry = fault == nil ? nil : pause?.limit.map { $0 + Current.sinceBoot() }
        return pause
    }

    private func judge(_ receipt: Receipt) async -> Pause? {
        let before = state
        state = receipt.fault?.state ?? .ok
        fault = receipt.fault
        let now = Current.sinceBoot()
        guard let newFault = receipt.fault else {
            backoff.reset()
            lastAnswer = Current.now()
            // What the owner wanted at once is done; it must not cut a later pause short.
            hurry.lower()
            nextCheck = now + Self.checkInterval
            if before != .ok { Log.info("server acknowledges", ["server": server.name]) }
            await recover(after: receipt, now)
            return nil
        }
        if newFault.isAbsence { wasAway = true }
        if newFault == .gone {
            if before != .gone { Log.error("server is gone", ["server": server.name, "reason": "\(newFault)"]) }
            return Pause(limit: receipt.mayBeForged ? Backoff.longest : nil)
        }
        if before != state {
            Log.warning("delivery failed, all is kept", ["server": server.name, "reason": "\(newFault)"])
        }
        return Pause(limit: backoff.pause(after: newFault, random: Double.random(in: 0..<1)))
    }

    /// The server may have lost what it had.
    private func recover(after receipt: Receipt, _ now: Duration) async {
        // One that keeps a history has lost nothing that it acknowledged.
        if link.keepsHistory {
            wasAway = false
            return
        }
        if wasAway {
            wasAway = false
            eventsHeldUntil = now + settings.current.settleTime
        } else if !receipt.mayHaveRestarted {
            if receipt.wasIdle { await collector.repeatUnavailable(to: server.id) }
            return
        } else if let lastResend, now - lastResend < Self.leastResendInterval {
            return
        }
        lastResend = now
        await collector.resendAll(to: server.id)
    }
}

extension Receipt {
    fileprivate var hasProgress: Bool {
        !registrations.isEmpty || !states.isEmpty || !deliveredEvents.isEmpty || !attemptedEvents.isEmpty
            || !refusedEvents.isEmpty || recorded != nil
    }
}
