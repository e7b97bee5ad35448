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
        self.context = context
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
        await turnstile.pass { await self.replace(found) }
    }

    func restart(isReset: Bool) async {
        await turnstile.pass { await self.forget() }
    }

    func retire() async {
        // Whatever runs for one reading has ended when it is our turn.
        await turnstile.pass { await self.endResident() }
        reader.finish()
    }

    var report: PluginReport {
        var report = PluginReport(name: name, path: found.path, state: .idle)
        report.title = found.dropIn.map { "\($0.kind): \($0.command.first ?? $0.path ?? "")".printable(limit: 120) }
        report.reason = fault
        report.process = resident?.processID
        if report.process != nil { report.state = .running }
        report.asks = found.asks.words
        report.sensors = sensors.count
        report.failures = fault == nil ? 0 : 1
        report.complaints = complaints.prefix(50).map { $0.printable() }
        return report
    }

    // MARK: One at a time

    private func list() async -> Result<[Sensor], PluginFault> {
        if session == nil, case .failure(let error) = await turn(isListing: true) {
            // The next one who asks tries again.
            session = nil
            return .failure(error)
        }
        return .success(sensors.values.map(\.sensor).sorted { $0.id < $1.id })
    }

    private func readNow(_ ids: Set<SensorID>) async -> [Reading] {
        let result = await turn(isListing: session == nil)
        let now = Current.instant
        let items = Dictionary(
            (session?.items ?? []).map { ($0.origin, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return ids.map { id in
            guard let (_, origin) = sensors[id], let item = items[origin] else {
                return Reading(id, .unavailable(.notPresent), at: now)
            }
            if case .failure(let fault) = result { return Reading(id, .unavailable(fault.foreignReason), at: now) }
            return Reading(id, item.outcome, attributes: item.attributes, at: now)
        }
    }

    private func turn(isListing: Bool) async -> Result<Void, PluginFault> {
        guard let context, let dropIn = found.dropIn,
            let adapter = DropIn.adapter(dropIn.kind, name: name, dropIn: dropIn)
        else { return .failure(.closed) }
        var session = session ?? ForeignSession(adapter)
        let runner = ForeignRunner(name: name, dropIn: dropIn, rule: rule, settings: settings, grants: grants)
        let resident = dropIn.kind == "execd" ? resident ?? ForeignResident(runner) : nil
        self.resident = resident
        let failure = Mutex<PluginFault?>(nil)
        let isCut = Mutex(false)
        let hasNew = await session.turn(isListing: isListing, context: context) { call in
            do throws(PluginFault) {
                if let resident { return try await resident.report() }
                let output = try await runner.call(call)
                if output.isCut { isCut.withLock { $0 = true } }
                return output
            } catch {
                failure.withLock { $0 = error }
                return ForeignOutput()
            }
        }
        if !isWanted { await endResident() }
        if let fault = failure.withLock({ $0 }) {
            tell(fault: "\(fault)")
            return .failure(fault)
        }
        tell(fault: session.failure)
        self.session = session
        describe(session, dropIn, isCut: isCut.withLock { $0 })
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

    private func replace(_ new: FoundPlugin) async {
        guard new.file?.identity != found.file?.identity || new.program != found.program else { return }
        found = new
        await forget()
    }

    private func forget() async {
        await endResident()
        session = nil
        sensors = [:]
        fault = nil
        reader.tell(.listAgain)
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
