import SensorSDK
import Shared
import Store

/// Reads what is enabled somewhere when it is due, and queues what changed for the servers that want it.
///
/// All due times are merged, so that the process sleeps until the next one. No family waits for another: what a slow one
/// says is queued when it comes.
actor Collector {
    private let registry: SensorRegistry
    private let store: Store
    private let pace: Pace
    private let settings: SettingsInForce
    private let onQueued: @Sendable (Set<ServerRecord.ID>) async -> Void
    private nonisolated let wake = Signal()

    private var plan = EnablementPlan()
    /// What the owner chose, for the sensors of the plan.
    private var intervals: [SensorID: Duration] = [:]
    private var due: [SensorID: Duration] = [:]
    private var latest: [SensorID: Reading] = [:]
    private var memory = QueuedMemory()
    private var pending: [Reading] = []
    private var pendingSince: Duration?
    private var inFlight: [String: Task<Void, Never>] = [:]
    private var observers: [String: Task<Void, Never>] = [:]
    private var lastHurried: [String: Duration] = [:]
    /// Why nothing can be queued now, for people; `nil` while all is well.
    private(set) var complaint: String?
    private var isSaving = false
    /// Events that the store could not take, oldest first; tried again with every turn.
    private var unsaved: [(event: DeviceEvent, servers: [ServerRecord.ID])] = []
    /// Events that were given up while the store could not even count them.
    private var lost: [ServerRecord.ID: Int] = [:]
    /// While the machine sleeps, or is about to: nothing may follow that its sensors are unavailable.
    private var isAsleep = false
    private var heartbeat: Heartbeat
    private let onBeat: @Sendable () async -> Void

    /// - Parameters:
    ///   - heartbeat: Fed by the loop that collects, so that a loop that hangs shows.
    ///   - onQueued: Told which servers have something new to be sent.
    ///   - onBeat: Called together with each beat.
    init(
        registry: SensorRegistry,
        store: Store,
        pace: Pace,
        settings: SettingsInForce,
        heartbeat: Heartbeat,
        onQueued: @escaping @Sendable (Set<ServerRecord.ID>) async -> Void,
        onBeat: @escaping @Sendable () async -> Void
    ) {
        self.registry = registry
        self.store = store
        self.pace = pace
        self.settings = settings
        self.heartbeat = heartbeat
        self.onQueued = onQueued
        self.onBeat = onBeat
    }

    /// See ``EnablementPlan/grants``.
    var grants: [String: [String]] { plan.grants }

    /// The last reading of a sensor that is enabled somewhere.
    func lastReading(of id: SensorID) -> Reading? { latest[id] }

    /// The last readings of sensors, as far as a server may have them.
    func lastReadings(of ids: [SensorID], for server: ServerRecord.ID) -> [SensorID: Reading] {
        var readings: [SensorID: Reading] = [:]
        for id in ids {
            guard let enablement = plan.enablements[id]?.first(where: { $0.server == server }), var reading = latest[id]
            else { continue }
            reading.attributes = enablement.accepted.accepted(reading.attributes)
            readings[id] = reading
        }
        return readings
    }

    /// Collects until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            let now = Current.sinceBoot()
            startReading(now)
            await flush(now)
            await beat(now)
            await wake.wait(atMost: heartbeat.shortened(pause(), at: Current.sinceBoot()))
        }
        let tasks = Array(observers.values) + Array(inFlight.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        do {
            try await saveEvents()
        } catch {
            guard !unsaved.isEmpty else { return }
            Log.error(
                "events are lost, they could not be queued",
                ["events": "\(unsaved.count)", "reason": "\(error)"]
            )
        }
    }

    private func beat(_ now: Duration) async {
        guard heartbeat.isDue(at: now) else { return }
        await onBeat()
        Current.supervisor.tell(.alive)
        heartbeat.last = now
    }

    /// Takes over what the store says is enabled; a sensor that is new there, or new for a server, is read at once.
    func enablementsChanged() async throws {
        let sensors = Dictionary(uniqueKeysWithValues: await registry.all.map { ($0.id, $0) })
        let rows = try await store.enablements()
        let chosen = try await store.intervals()
        let before = plan
        let intervalsBefore = intervals
        let settings = settings.current
        plan = EnablementPlan(rows, of: sensors)
        for row in rows where before.sensors[row.sensor] != nil && plan.sensors[row.sensor] == nil {
            guard let sensor = sensors[row.sensor], !row.accepted.covers(sensor) else { continue }
            Log.warning(
                "a sensor is another than the one that was enabled, and is off until it is enabled again",
                ["sensor": "\(row.sensor)", "other": row.accepted.changes(in: sensor).joined(separator: ", ")]
            )
        }
        intervals = plan.sensors.compactMapValues { settings.interval(of: $0, chosen: chosen[$0.id]) }
        let now = Current.sinceBoot()
        for id in plan.sensors.keys where plan.servers(of: id) != before.servers(of: id) { due[id] = now }
        for (id, sensor) in plan.sensors where intervals[id] != intervalsBefore[id] {
            // One that was to be read sooner is read then, and in the new interval after that.
            due[id] = min(due[id] ?? now, nextTurn(of: sensor, after: now))
        }
        due = due.filter { plan.sensors[$0.key] != nil }
        latest = latest.filter { plan.sensors[$0.key] != nil }
        memory.keep(only: plan)
        await registry.grant(plan.grants)
        await observe()
        await part(from: rows, of: sensors, before: before)
        wake.raise()
    }

    /// Tells servers that there is no value any more of what has become another sensor than the one that was enabled.
    private func part(from rows: [Enablement], of sensors: [SensorID: Sensor], before: EnablementPlan) async {
        let now = Current.instant
        let states = rows.compactMap { row -> QueuedState? in
            guard let sensor = sensors[row.sensor], !row.accepted.covers(sensor),
                before.servers(of: row.sensor).contains(row.server)
            else { return nil }
            return QueuedState(
                server: row.server,
                kind: row.accepted.kind,
                icon: sensor.icon,
                reading: Reading(row.sensor, .unavailable(.stopped), at: now)
            )
        }
        if states.isEmpty { return }
        do {
            try await store.queue(states)
            await onQueued(Set(states.map(\.server)))
        } catch {
            failed(error)
        }
    }

    /// Forgets what was queued for a server, so that it gets everything again: it may have lost what it had.
    func resendAll(to server: ServerRecord.ID) {
        memory.forget(server)
        let now = Current.sinceBoot()
        for id in plan.sensors(of: server) { due[id] = now }
        wake.raise()
    }

    /// Sends sensors to a server once more after a while, changed or not.
    func repeatLater(_ ids: [SensorID], to server: ServerRecord.ID, after pause: Duration) {
        let time = Current.sinceBoot() + pause
        memory.expire(ids, of: server, at: time)
        for id in ids where plan.sensors[id] != nil { due[id] = min(due[id] ?? time, time) }
        wake.raise()
    }

    /// Sends once more what a restart of a server would have changed: it takes a binary sensor that was unavailable for off.
    func repeatUnavailable(to server: ServerRecord.ID) {
        let ids = plan.sensors(of: server).filter { id in
            guard plan.sensors[id]?.kind == .binarySensor, case .unavailable = latest[id]?.outcome else { return false }
            return true
        }
        if !ids.isEmpty { repeatLater(Array(ids), to: server, after: .zero) }
    }

    /// Queues every sensor as unavailable, and nothing more until ``wakeUp()``.
    func fallAsleep() async {
        isAsleep = true
        await bidFarewell()
        await onQueued(Set(plan.enablements.values.joined().map(\.server)))
    }

    /// Reads everything at once; what was known before counts for nothing.
    ///
    /// - Returns: `false` when it was awake.
    func wakeUp() -> Bool {
        guard isAsleep else { return false }
        isAsleep = false
        memory = QueuedMemory()
        let now = Current.sinceBoot()
        for id in plan.sensors.keys { due[id] = now }
        wake.raise()
        return true
    }

    /// Queues every sensor as unavailable where it is on and was once seen. Nothing may be read any more.
    func bidFarewell() async {
        let now = Current.instant
        var states: [QueuedState] = []
        for (id, enablements) in plan.enablements {
            guard let sensor = plan.sensors[id] else { continue }
            for enablement in enablements {
                states.append(
                    QueuedState(
                        server: enablement.server,
                        kind: sensor.kind,
                        icon: sensor.icon,
                        reading: Reading(id, .unavailable(.stopped), at: now)
                    )
                )
            }
        }
        do {
            try await store.queue(states)
        } catch {
            Log.warning("can't queue that sensors are unavailable from now on", ["reason": "\(error)"])
        }
    }

    // MARK: Reading

    private func startReading(_ now: Duration) {
        let ready = due.filter { $0.value <= now }.keys.compactMap { plan.sensors[$0] }
        for (family, sensors) in Dictionary(grouping: ready, by: \.id.family) where inFlight[family] == nil {
            for sensor in sensors { due[sensor.id] = nextTurn(of: sensor, after: now) }
            let registry = registry
            inFlight[family] = Task {
                let readings = await registry.read(sensors, of: family)
                // It was late when it was to be observed.
                if self.observers[family] == nil { await self.observe() }
                self.arrived(readings, from: family)
            }
        }
    }

    private func arrived(_ readings: [Reading], from family: String) {
        inFlight[family] = nil
        pending += readings
        if pendingSince == nil { pendingSince = Current.sinceBoot() }
        wake.raise()
    }

    /// Multiples of the interval since boot, so that sensors with different intervals share their wake-ups.
    private func nextTurn(of sensor: Sensor, after now: Duration) -> Duration {
        let interval = pace.interval(of: sensor, chosen: intervals[sensor.id])
        let turns = (now / interval).rounded(.down) + 1
        return interval * turns
    }

    private func pause() -> Duration? {
        let now = Current.sinceBoot()
        let next = due.lazy.filter { self.inFlight.isEmpty || self.inFlight[$0.key.family] == nil }.map(\.value).min()
        let flush = pendingSince.map { $0 + Self.patience }
        guard let soonest = [next, flush].compactMap({ $0 }).min() else { return nil }
        return max(soonest - now, .milliseconds(1))
    }

    /// How long readings wait for those of slower families, so that one transaction holds them all.
    private static let patience = Duration.milliseconds(250)

    // MARK: Queueing

    private func flush(_ now: Duration) async {
        guard let since = pendingSince, inFlight.isEmpty || now - since >= Self.patience else { return }
        let readings = pending
        pending = []
        pendingSince = nil
        if isAsleep { return }
        var states: [QueuedState] = []
        for reading in readings {
            guard let sensor = plan.sensors[reading.sensor] else { continue }
            report(reading, before: latest[reading.sensor])
            latest[reading.sensor] = reading
            for enablement in plan.enablements[reading.sensor] ?? [] {
                let state = QueuedState(
                    server: enablement.server,
                    kind: sensor.kind,
                    icon: sensor.icon,
                    reading: Reading(
                        reading.sensor,
                        reading.outcome,
                        attributes: enablement.accepted.accepted(reading.attributes),
                        at: reading.time
                    )
                )
                if memory.isNews(state, at: now) { states.append(state) }
            }
        }
        guard !states.isEmpty || !unsaved.isEmpty else { return }
        do {
            try await store.queue(states)
            memory.remember(states, at: now)
            await onQueued(Set(states.map(\.server)))
            try await saveEvents()
            recovered()
        } catch {
            // The next turn queues the states again, since they are not remembered as queued.
            failed(error)
        }
    }

    /// Hands events that wait here to the store.
    private func saveEvents() async throws {
        // Another one at the same time would queue an event twice.
        guard !isSaving else { return }
        isSaving = true
        defer { isSaving = false }
        while let (event, servers) = unsaved.first {
            try await store.queue(event, for: servers)
            Log.debug("event queued", ["sensor": "\(event.sensor)", "event": event.id])
            if unsaved.first?.event == event { unsaved.removeFirst() }
            await onQueued(Set(servers))
        }
        guard !lost.isEmpty else { return }
        let counted = lost
        try await store.countDropped(counted)
        for (server, count) in counted { lost[server] = lost[server] == count ? nil : lost[server].map { $0 - count } }
        Log.warning("events were dropped while nothing could be queued", ["events": "\(counted.values.reduce(0, +))"])
    }

    private func failed(_ error: any Error) {
        if complaint == nil { Log.error("can't queue what was read", ["reason": "\(error)"]) }
        complaint = "nothing can be queued: \(error)".printable(limit: 300)
    }

    private func recovered() {
        if complaint != nil { Log.info("what is read can be queued again") }
        complaint = nil
    }

    private func report(_ reading: Reading, before: Reading?) {
        switch (reading.outcome, before?.outcome) {
        case (.unavailable(.waiting), _): break
        case (.unavailable(let reason), .unavailable(let earlier)) where reason == earlier: break
        case (.unavailable(let reason), _):
            Log.notice("sensor unavailable", ["sensor": "\(reading.sensor)", "reason": reason.rawValue])
        case (.value, .unavailable(let earlier)) where earlier != .waiting:
            Log.notice("sensor is back", ["sensor": "\(reading.sensor)"])
        case (.value, _): break
        }
    }

    // MARK: What providers notice

    /// Observes exactly the families of which something is enabled.
    private func observe() async {
        let wanted = Set(plan.sensors.keys.map(\.family))
        for (family, task) in observers where !wanted.contains(family) {
            task.cancel()
            observers[family] = nil
        }
        for name in wanted where observers[name] == nil {
            guard let family = await registry.family(name), let changes = await family.changes() else { continue }
            guard observers[name] == nil else { continue }
            observers[name] = Task {
                for await change in changes { await self.noticed(change, in: name) }
            }
        }
    }

    /// Has servers told of families that are gone; one that comes back is observed anew.
    func familiesAreGone(_ families: Set<String>) {
        for family in families { observers.removeValue(forKey: family)?.cancel() }
        let now = Current.sinceBoot()
        for id in plan.sensors.keys where families.contains(id.family) { due[id] = now }
        if !families.isEmpty { wake.raise() }
    }

    private func noticed(_ change: ProviderChange, in family: String) async {
        switch change {
        case .readAgain(let ids):
            hurry(plan.sensors.keys.filter { $0.family == family && ids?.contains($0) != false }, of: family)
        case .listAgain:
            do {
                try await registry.refresh(family: family)
                try await enablementsChanged()
            } catch {
                Log.error("can't store the list of sensors", ["family": family, "reason": "\(error)"])
            }
            hurry(plan.sensors.keys.filter { $0.family == family }, of: family)
        case .happened(let event):
            await queue(event)
        }
    }

    /// Observes a family whose provider was made anew.
    func observeAnew(_ family: String) async {
        observers.removeValue(forKey: family)?.cancel()
        await observe()
    }

    /// Makes sensors due, at most once a second for a family, so that a storm gives a bounded number of readings.
    private func hurry(_ ids: [SensorID], of family: String) {
        let now = Current.sinceBoot()
        let turn = max(now, (lastHurried[family] ?? .zero) + .seconds(1))
        lastHurried[family] = turn
        for id in ids { due[id] = min(due[id] ?? turn, turn) }
        wake.raise()
    }

    private func queue(_ event: DeviceEvent) async {
        let servers = (plan.enablements[event.sensor] ?? []).map(\.server)
        guard !servers.isEmpty else { return }
        unsaved.append((event, servers))
        // As many as the store itself would keep.
        if unsaved.count > settings.current.queue.mostEvents {
            for server in unsaved.removeFirst().servers { lost[server, default: 0] += 1 }
        }
        do {
            try await saveEvents()
        } catch {
            failed(error)
        }
    }
}
