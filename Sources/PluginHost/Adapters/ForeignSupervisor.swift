import SensorSDK
import Shared
import Synchronization

/// A foreign plugin: run once for each reading, and once per change of its drop-in to learn what it has.
actor ForeignSupervisor: SupervisedPlugin {
    private let name: String
    private let settings: PluginHostSettings
    private let rule: TrustRule
    private let turnstile = Turnstile()
    private var found: FoundPlugin
    private var context: ProviderContext?
    /// Of what it asks for, what its owner allows.
    private var granted: Set<String> = []
    private var session: ForeignSession?
    private var sensors: [SensorID: (sensor: Sensor, origin: ForeignOrigin)] = [:]
    /// What was listed in an earlier run of the host, until something is read.
    private var remembered: [Sensor]?
    private var mayRemember = true
    /// The reading or listing that is going on.
    private var current: Task<Bool, Never>?
    private var isRetired = false
    private var complaints: [String] = []
    private var fault: String?
    /// The process of a program that lives on.
    private var resident: ForeignResident?
    private nonisolated let reader = ChangeReader()

    init(_ found: FoundPlugin, settings: PluginHostSettings, rule: TrustRule) {
        name = found.name
        self.found = found
        self.settings = settings
        self.rule = rule
    }

    func use(_ context: ProviderContext, granted: Set<String>) async {
        let isRenamed = self.context.map { !$0.namesAlike(context) } ?? false
        self.context = context
        if isRenamed { await turnstile.pass { await self.forget() } }
        guard granted != self.granted else { return }
        let before = grants
        self.granted = granted
        guard grants != before else { return }
        await turnstile.pass { await self.endResident() }
    }

    private var grants: ChildGrants {
        var grants = found.asks.within(granted)
        grants.network = found.dropIn?.hasNetwork ?? false
        return grants
    }

    func sensors() async throws -> [Sensor] {
        try await turnstile.pass { await self.list() }.get()
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        await turnstile.pass { await self.readNow(ids) }
    }

    /// While this is read, a program that lives on is kept.
    nonisolated func changes() -> AsyncStream<ProviderChange> {
        reader.changes(keeping: 16) { Task { await self.notWanted() } }
    }

    func update(_ found: FoundPlugin) async {
        // A program that hangs holds up no look for other plugins.
        if isSame(found) { return }
        await turnstile.pass { await self.replace(found) }
    }

    func restart(isReset: Bool) async {
        await turnstile.pass {
            if isReset { await self.doubt() }
            await self.forget()
        }
    }

    func retire() async {
        isRetired = true
        // Not when its turn comes: a program that hangs would hold up the end.
        current?.cancel()
        await turnstile.pass { await self.endResident() }
        reader.finish()
    }

    var report: PluginReport {
        var report = PluginReport(name: name, path: found.path, state: .idle)
        report.title = found.dropIn.map { "\($0.kind): \($0.command.first ?? $0.path ?? "")".printable(limit: 120) }
        report.reason = fault
        report.process = resident?.processID
        if report.process != nil || isWanted || current != nil { report.state = .running }
        report.asks = found.asks.words
        report.sensors = sensors.isEmpty ? remembered?.count ?? 0 : sensors.count
        report.failures = fault == nil ? 0 : 1
        report.complaints = complaints.prefix(50).map { $0.printable() }
        return report
    }

    // MARK: One at a time

    private func list() async -> Result<[Sensor], PluginFault> {
        if session == nil {
            if let remembered = remembered ?? recall() {
                self.remembered = remembered
                return .success(remembered)
            }
            let result = await turn(isListing: true)
            // The next one who asks tries again.
            if case .failure(let error) = result {
                session = nil
                return .failure(error)
            }
            if let failure = session?.failure, session?.items.isEmpty == true {
                session = nil
                return .failure(.cannotStart(failure))
            }
        }
        return .success(sensors.values.map(\.sensor).sorted { $0.id < $1.id })
    }

    private func readNow(_ ids: Set<SensorID>) async -> [Reading] {
        let before = remembered
        let result = await turn(isListing: session == nil)
        if let before, case .success = result {
            remembered = nil
            if Set(before) != Set(sensors.values.map(\.sensor)) { reader.tell(.listAgain) }
        }
        let now = Current.instant
        let items = Dictionary(
            (session?.items ?? []).map { ($0.origin, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return ids.map { id in
            // First: of one that never answered well nothing is listed, and so nothing is gone.
            if case .failure(let fault) = result { return Reading(id, .unavailable(fault.foreignReason), at: now) }
            guard let (_, origin) = sensors[id], let item = items[origin] else {
                return Reading(id, .unavailable(.notPresent), at: now)
            }
            return Reading(id, item.outcome, attributes: item.attributes, at: now)
        }
    }

    private func turn(isListing: Bool) async -> Result<Void, PluginFault> {
        guard !isRetired, let context, let dropIn = found.dropIn,
            let adapter = DropIn.adapter(dropIn.kind, name: name, dropIn: dropIn)
        else { return .failure(.closed) }
        let before = session ?? ForeignSession(adapter)
        let runner = ForeignRunner(name: name, dropIn: dropIn, rule: rule, settings: settings, grants: grants)
        let resident = dropIn.kind == "execd" ? resident ?? ForeignResident(runner) : nil
        self.resident = resident
        let failure = Mutex<PluginFault?>(nil)
        let isCut = Mutex(false)
        let latest = Mutex(before)
        let turn = Task {
            var session = before
            let hasNew = await session.turn(isListing: isListing, context: context) { call in
                do throws(PluginFault) {
                    // A munin plugin is called several times.
                    guard !Task.isCancelled else { throw .closed }
                    if let resident { return try await resident.report() }
                    let output = try await runner.call(call)
                    if output.isCut { isCut.withLock { $0 = true } }
                    return output
                } catch {
                    failure.withLock { $0 = error }
                    return ForeignOutput()
                }
            }
            latest.withLock { $0 = session }
            return hasNew
        }
        current = turn
        let limit = Task { [clock = Current.clock] in
            // It throws only when it is cancelled, because the turn was over first.
            if (try? await clock.sleep(for: dropIn.longestCall)) != nil { turn.cancel() }
        }
        let hasNew = await turn.value
        limit.cancel()
        current = nil
        let session = latest.withLock { $0 }
        if !isWanted { await endResident() }
        if let fault = failure.withLock({ $0 }) {
            tell(fault: "\(fault)")
            return .failure(fault)
        }
        tell(fault: session.failure)
        self.session = session
        describe(session, dropIn, isCut: isCut.withLock { $0 })
        if isListing { keep(dropIn) }
        if hasNew, !isListing { reader.tell(.listAgain) }
        return .success(())
    }

    private func describe(_ session: ForeignSession, _ dropIn: DropIn, isCut: Bool) {
        var new: [String] = session.refusals
        if isCut { new.append("it says more than \(ForeignRunner.mostOutput) bytes; the rest is left out") }
        for item in session.items {
            do {
                let sensor = try item.sensor(
                    family: found.family,
                    device: name.printable(limit: 64),
                    interval: dropIn.interval
                )
                sensors[sensor.id] = (sensor, item.origin)
            } catch {
                new.append("\(item.name): \(error)")
            }
        }
        for complaint in new.prefix(10) where !complaints.contains(complaint) {
            Log.warning("a plugin's output was refused", ["plugin": name, "reason": complaint])
        }
        complaints = new
    }

    private func tell(fault new: String?) {
        if let new, new != fault { Log.warning("plugin failed", ["plugin": name, "reason": new]) }
        fault = new?.printable(limit: 500)
    }

    private func isSame(_ new: FoundPlugin) -> Bool {
        new.file?.identity == found.file?.identity && new.program == found.program
    }

    private func replace(_ new: FoundPlugin) async {
        if isSame(new) { return }
        found = new
        mayRemember = true
        await forget()
    }

    /// What was listed before is asked anew.
    private func doubt() {
        mayRemember = false
    }

    private func forget() async {
        await endResident()
        session = nil
        sensors = [:]
        remembered = nil
        fault = nil
        reader.tell(.listAgain)
    }

    // MARK: What was listed before

    /// Of drop-in and program; `nil` for what is no program, since looking into a file costs nothing.
    private var fingerprint: String? {
        guard let file = found.file, let program = found.program,
            grants.words == ChildGrants(network: grants.network).words
        else { return nil }
        // The ids are kept as they are, so that they hold with this salt only.
        guard let names = context?.id(for: "listing") else { return nil }
        return settings.fingerprint?(file.descriptor).map { "\($0) \(program.mark) \(names)" }
    }

    private func recall() -> [Sensor]? {
        guard mayRemember, let context, let fingerprint,
            let listing = RememberedListing.load(
                settings.listing(of: name),
                fingerprint: fingerprint,
                sources: context.namedSources
            )
        else { return nil }
        complaints = listing.faults
        return listing.sensors.compactMap { item in
            let parts = item.id.split(separator: ".").map(String.init)
            // What an other version listed by other rules is asked again when it is read.
            guard parts.count == 2, let id = try? SensorID(family: found.family, thing: parts[0], reading: parts[1])
            else { return nil }
            return try? item.sensor(id, device: name, formerIDs: [])
        }.sorted { $0.id < $1.id }
    }

    private func keep(_ dropIn: DropIn) {
        guard let context, let fingerprint, fault == nil else { return }
        let items = sensors.values.map(\.sensor).sorted { $0.id < $1.id }.compactMap { sensor in
            // The id was made of good parts.
            (try? PluginID(sensor.id.wire)).map { PluginSensor(sensor, id: $0, formerIDs: []) }
        }
        RememberedListing(
            fingerprint: fingerprint,
            sources: context.namedSources,
            hello: PluginMessage.Hello(),
            sensors: items,
            faults: complaints
        ).save(settings.listing(of: name))
    }

    // MARK: A program that lives on

    private nonisolated var isWanted: Bool { reader.isThere }

    private func notWanted() async {
        await turnstile.pass {
            if !self.isWanted { await self.endResident() }
        }
    }

    private func endResident() async {
        await resident?.end()
        resident = nil
    }
}

extension PluginFault {
    fileprivate var foreignReason: UnavailableReason {
        switch self {
        case .unreadable(let reason, _): reason
        case .late: .timeout
        default: .fault
        }
    }
}
