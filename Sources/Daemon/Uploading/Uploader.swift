import FoundationEssentials
import SensorSDK
import Shared
import Store

/// Delivers what is queued for one server, one batch at a time, and keeps everything until it is acknowledged.
actor Uploader {
    nonisolated let server: ServerRecord
    private let link: any ServerLink
    private let store: Store
    private let collector: Collector
    private nonisolated let news = Signal()
    private nonisolated let hurry = Signal()

    private(set) var state = LinkState.waiting
    private(set) var fault: LinkFault?
    private var backoff = Backoff()
    private var wasAway = false
    private var hasStoreFailed = false
    private var isStopped = false

    init(server: ServerRecord, link: any ServerLink, store: Store, collector: Collector) {
        self.server = server
        self.link = link
        self.store = store
        self.collector = collector
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
            if let pause = await deliverOnce() {
                await (fault == nil ? news : hurry).wait(atMost: pause.limit)
            }
        }
        link.close()
    }

    /// Says good-bye to the server as far as it answers within five seconds, then ends.
    ///
    /// - Parameter states: What is sent last: every sensor as unavailable.
    func stop(saying states: [StateItem]) async {
        isStopped = true
        let link = link
        if !states.isEmpty, state == .ok {
            _ = await Deadline.run(.seconds(5)) { await link.deliver(Batch(states: states)) }
        }
        link.close()
        insist()
    }

    private struct Pause {
        var limit: Duration?
    }

    /// One round; `nil` asks for the next one at once.
    private func deliverOnce() async -> Pause? {
        let batch: Batch
        do {
            batch = try await store.batch(for: server.id, now: Current.now())
            hasStoreFailed = false
        } catch {
            if !hasStoreFailed {
                Log.error("can't read the queue", ["server": server.name, "reason": "\(error)"])
            }
            hasStoreFailed = true
            return Pause(limit: .seconds(60))
        }
        guard !batch.isEmpty else { return Pause(limit: nil) }
        var receipt = await link.deliver(batch)
        guard !Task.isCancelled, !isStopped || receipt.hasProgress else { return nil }
        if receipt.fault == nil, !receipt.hasProgress {
            // Taken for an odd answer, or the loop would ask again and again.
            receipt.fault = .unexpected(status: 200)
        }
        do {
            try await store.apply(receipt, to: batch, from: server.id, at: Current.instant)
            if let version = receipt.serverVersion, version != server.version {
                try await store.setVersion(version, of: server.id)
            }
        } catch {
            Log.error("can't note a receipt", ["server": server.name, "reason": "\(error)"])
            return Pause(limit: .seconds(60))
        }
        await tellCollector(of: receipt, to: batch)
        return await take(receipt.fault)
    }

    private func tellCollector(of receipt: Receipt, to batch: Batch) async {
        if receipt.states.values.contains(.disabledByServer) {
            do {
                try await collector.enablementsChanged()
            } catch {
                Log.error("can't read what is enabled", ["reason": "\(error)"])
            }
        }
        // An entity that was enabled again shows itself 30 s later, and older servers lose what comes until then.
        let enabled = batch.registrations.filter {
            $0.disabled == false && receipt.registrations[$0.sensor.id] == .accepted
        }
        if !enabled.isEmpty {
            await collector.repeatLater(enabled.map(\.sensor.id), to: server.id, after: .seconds(35))
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
    }

    private func take(_ newFault: LinkFault?) async -> Pause? {
        let before = state
        state = newFault?.state ?? .ok
        fault = newFault
        guard let newFault else {
            backoff.reset()
            if before != .ok { Log.info("server acknowledges", ["server": server.name]) }
            if wasAway {
                wasAway = false
                await collector.resendAll(to: server.id)
            }
            return nil
        }
        switch newFault {
        case .unreachable, .empty: wasAway = true
        case .keyMismatch, .gone, .refused, .unexpected: break
        }
        if newFault == .gone {
            if before != .gone { Log.error("server is gone", ["server": server.name, "reason": "\(newFault)"]) }
            return Pause(limit: nil)
        }
        let pause = backoff.next(random: Double.random(in: 0..<1))
        if before != state {
            Log.warning("delivery failed, all is kept", ["server": server.name, "reason": "\(newFault)"])
        }
        return Pause(limit: pause)
    }
}

extension Receipt {
    fileprivate var hasProgress: Bool {
        !registrations.isEmpty || !states.isEmpty || !deliveredEvents.isEmpty || !attemptedEvents.isEmpty
    }
}
