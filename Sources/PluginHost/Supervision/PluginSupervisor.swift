import FoundationEssentials
import Glibc
import SensorSDK
import Shared

/// One plugin through all its processes: starts it when somebody wants to know something, keeps it while one of its sensors
/// is enabled, and stops starting it when it fails again and again.
actor PluginSupervisor: SupervisedPlugin {
    nonisolated let name: String
    private let settings: PluginHostSettings
    private var plugin: FoundPlugin
    private var context: ProviderContext?
    /// Of what it asks for, what its owner allows.
    private var granted: Set<String> = []
    /// With which the present process was started.
    private var grants = ChildGrants()

    private let turnstile = Turnstile()
    private var conversation: PluginConversation?
    private var listing: PluginListing?
    private var isListStale = true
    /// Whether what was listed in an earlier run of the host counts.
    private var mayRemember = true
    /// The listing is one that was remembered: good enough as long as nothing of it is read.
    private var isRemembered = false
    private var policy = RestartPolicy()
    private var mode = PluginMode.stay
    /// Nothing is started any more.
    private var isRetired = false
    private var hello = PluginMessage.Hello()
    private var lastError: String?
    /// The last answer was an error, which ends nothing.
    private var refusal: PluginFault?
    /// Sensors that were read since the plugin is wanted.
    private var watched: Set<SensorID> = []
    /// Readings that the plugin pushed and nobody has taken yet.
    private var pushed: [SensorID: Reading] = [:]
    /// What was wrong with the last readings, by the plugin's own ids; under none, with those whose ids could not be read.
    private var misfits: [String: String] = [:]
    /// Those of which the log has it.
    private var toldMisfits: Set<String> = []
    /// What the present process pushes, read in its order.
    private var pushes: (end: AsyncStream<PluginMessage>.Continuation, reader: Task<Void, Never>)?
    private nonisolated let reader = ChangeReader()

    init(_ plugin: FoundPlugin, settings: PluginHostSettings) {
        name = plugin.name
        self.plugin = plugin
        self.settings = settings
    }

    func use(_ context: ProviderContext, granted: Set<String>) {
        if let before = self.context, !before.namesAlike(context) { isListStale = true }
        self.context = context
        guard granted != self.granted else { return }
        let before = allowed
        self.granted = granted
        // What it can see now may be something else.
        if allowed != before { isRemembered = listing != nil }
    }

    private var allowed: ChildGrants { plugin.asks.within(granted) }

    // MARK: What the daemon asks

    /// The plugin's sensors; it is run for that only when its file has changed or it said that the list has.
    func sensors() async throws -> [Sensor] {
        try await turnstile.pass { await self.list() }.get()
    }

    func read(_ ids: Set<SensorID>) async -> [Reading] {
        await turnstile.pass { await self.readNow(ids) }
    }

    /// While this is read, the process is kept.
    nonisolated func changes() -> AsyncStream<ProviderChange> {
        reader.changes(keeping: 256) { Task { await self.notWanted() } }
    }

    // MARK: What the host asks

    func update(_ found: FoundPlugin) async {
        // A question that hangs holds up no look for other plugins.
        if isSame(found) {
            plugin.manifest = found.manifest
            return
        }
        await turnstile.pass { await self.replace(found) }
    }

    func restart(isReset: Bool) async {
        await turnstile.pass { await self.startAnew(isReset: isReset) }
    }

    /// Ends the process; the plugin is gone or the host ends.
    func retire() async {
        isRetired = true
        // Not when its turn comes: a question that hangs would hold up the end.
        await conversation?.abort()
        await turnstile.pass { await self.endProcess() }
        reader.finish()
    }

    var report: PluginReport {
        var state = PluginReport.State.idle
        if policy.isQuarantined {
            state = .quarantined
        } else if conversation != nil {
            state = .running
        } else if !policy.mayStart(at: Current.sinceBoot()) {
            state = .waiting
        }
        var report = PluginReport(name: name, path: plugin.path, state: state)
        report.reason = (policy.lastFault ?? refusal).map { "\($0)" }
        report.title = (plugin.manifest?.name ?? hello.name)?.printable(limit: 64)
        report.pluginVersion = (plugin.manifest?.version ?? hello.pluginVersion)?.printable(limit: 32)
        report.licence = plugin.manifest?.licence?.printable(limit: 64)
        report.reveals = (plugin.manifest?.reveals ?? []).prefix(20).map { $0.printable(limit: 120) }
        report.needs = (plugin.manifest?.needs ?? []).prefix(20).map { $0.printable(limit: 120) }
        report.asks = plugin.asks.words
        report.sensors = listing?.sensors.count ?? 0
        report.process = conversation?.processID
        report.failures = policy.failures
        let wrong = misfits.sorted { $0.key < $1.key }.map { "reading \($0.value)" }
        report.complaints = ((listing?.complaints ?? []) + sealed + wrong).prefix(50).map { $0.printable() }
        report.lastError = lastError
        return report
    }

    /// What it may write by its owner's word, and not by the sandbox of the unit that all plugins run in.
    private var sealed: [String] {
        allowed.writable.sorted().filter { access($0, W_OK) != 0 && errno == EROFS }.map {
            "\($0) is read-only in the sandbox of its unit: 'sudo systemctl edit sensor-agent-plugins', with ReadWritePaths=\($0) "
                + "below [Service]"
        }
    }

    var refused: Set<SensorID> { listing?.refused ?? [] }

    // MARK: One at a time

    private func list() async -> Result<[Sensor], PluginFault> {
        if let listing, !isListStale { return .success(listing.sensors) }
        if mayRemember, !isWanted, allowed == ChildGrants(), remember(), let listing {
            return .success(listing.sensors)
        }
        return await listNow()
    }

    private func listNow() async -> Result<[Sensor], PluginFault> {
        do throws(PluginFault) {
            let conversation = try await running()
            guard case .list(let items) = try await conversation.ask(.list) else { throw .wrongAnswer("list") }
            take(items)
            keep(items)
            policy.succeeded(isCertain: false)
            if case .refuses("list", _) = refusal { refusal = nil }
            await leave(conversation)
            return .success(listing?.sensors ?? [])
        } catch {
            await failed(error)
            return .failure(error)
        }
    }

    /// For a reading a list has to come from the process that is read.
    private func listAfresh() async -> Result<[Sensor], PluginFault> {
        let before = isRemembered ? listing?.sensors : nil
        let result = await listNow()
        if let before, case .success(let sensors) = result, sensors != before { reader.tell(.listAgain) }
        return result
    }

    /// - Returns: Whether the plugin's list is known from an earlier run of the host.
    private func remember() -> Bool {
        guard let context, let file = plugin.file, let fingerprint = settings.fingerprint?(file.descriptor),
            let remembered = RememberedListing.load(
                settings.listing(of: name),
                fingerprint: fingerprint,
                sources: context.namedSources
            )
        else { return false }
        hello = remembered.hello
        mode = hello.mode ?? .stay
        take(PluginItems(remembered.sensors, faults: remembered.faults))
        isRemembered = true
        return true
    }

    private func keep(_ items: PluginItems<PluginSensor>) {
        isRemembered = false
        guard grants == ChildGrants(), let context, let file = plugin.file,
            let fingerprint = settings.fingerprint?(file.descriptor)
        else { return }
        RememberedListing(
            fingerprint: fingerprint,
            sources: context.namedSources,
            hello: hello,
            sensors: items.items,
            faults: items.faults
        ).save(settings.listing(of: name))
    }

    private func take(_ items: PluginItems<PluginSensor>) {
        guard let context else { return }
        let device = (plugin.manifest?.name ?? hello.name ?? name).printable(limit: 64)
        let new = PluginListing(items, family: plugin.family, device: device, context: context)
        if new.complaints != listing?.complaints {
            for complaint in new.complaints.prefix(10) {
                Log.warning("a plugin's sensor was refused", ["plugin": name, "reason": complaint])
            }
        }
        listing = new
        isListStale = false
        misfits = [:]
    }

    private func readNow(_ ids: Set<SensorID>) async -> [Reading] {
        if listing == nil || isListStale || isRemembered, case .failure(let fault) = await listAfresh() {
            return unavailable(ids, fault)
        }
        var readings = ids.compactMap { pushed.removeValue(forKey: $0) }
        let rest = ids.subtracting(readings.map(\.sensor))
        guard !rest.isEmpty else { return readings }
        let asked = rest.compactMap { listing?.wire[$0] }.sorted()
        guard !asked.isEmpty else {
            let now = Current.instant
            return readings + rest.map { Reading($0, .unavailable(absence(of: $0)), at: now) }
        }
        do throws(PluginFault) {
            let conversation = try await running()
            try await watch(ids, conversation)
            guard case .read(let items) = try await conversation.ask(.read(asked)) else { throw .wrongAnswer("read") }
            readings += outcomes(of: rest, items)
            policy.succeeded(isCertain: true)
            refusal = nil
            await leave(conversation)
        } catch {
            await failed(error)
            readings += unavailable(rest, error)
        }
        return readings
    }

    private func outcomes(of ids: Set<SensorID>, _ items: PluginItems<PluginReading>) -> [Reading] {
        let now = Current.instant
        judge("", items.faults.first)
        let answers = Dictionary(items.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.map { id in
            guard let sensor = listing?.sensor(id), let wire = listing?.wire[id] else {
                return Reading(id, .unavailable(absence(of: id)), at: now)
            }
            // One that could not be understood has a fault instead; which one it was is not known.
            guard let answer = answers[wire] else {
                return Reading(id, .unavailable(items.faults.isEmpty ? .noData : .malformed), at: now)
            }
            judge(wire, answer.misfit(for: sensor))
            return answer.taken(for: sensor, at: now)
        }
    }

    private func judge(_ id: String, _ misfit: String?) {
        misfits[id] = misfit
        guard let misfit, toldMisfits.count < 10, toldMisfits.insert(id).inserted else { return }
        Log.warning("a plugin's reading was refused", ["plugin": name, "reason": misfit])
    }

    /// Why a sensor has no value that is not among those that were taken.
    private func absence(of id: SensorID) -> UnavailableReason {
        listing?.refused.contains(id) == true ? .malformed : .notPresent
    }

    private func unavailable(_ ids: Set<SensorID>, _ fault: PluginFault) -> [Reading] {
        if case .late = fault { return unavailable(ids, .timeout) }
        return unavailable(ids, .plugin)
    }

    private func unavailable(_ ids: Set<SensorID>, _ reason: UnavailableReason) -> [Reading] {
        let now = Current.instant
        return ids.map { Reading($0, .unavailable(reason), at: now) }
    }

    // MARK: The process

    private var isWanted: Bool { reader.isThere }

    private func running() async throws(PluginFault) -> PluginConversation {
        if let conversation {
            // It may have ended between two questions.
            if let fault = await conversation.fault { throw fault }
            if grants == allowed { return conversation }
            await endProcess()
        }
        guard !isRetired else { throw .closed }
        guard policy.mayStart(at: Current.sinceBoot()) else { throw policy.lastFault ?? .closed }
        guard let file = plugin.file else { throw .cannotStart("it is not to be run") }
        grants = allowed
        let (messages, said) = AsyncStream.makeStream(of: PluginMessage.self, bufferingPolicy: .bufferingOldest(1000))
        let new = try await PluginConversation.start(
            try settings.command(for: plugin, file: file, grants: grants),
            name: name,
            hello: PluginRequest.Hello(
                agent: AgentVersion.current,
                family: plugin.family,
                sources: context?.namedSources ?? []
            ),
            times: settings.times,
            onPush: { said.yield($0) }
        )
        pushes = (said, Task { for await message in messages { self.pushed(message) } })
        hello = await new.hello
        mode = hello.mode ?? .stay
        watched = []
        conversation = new
        return new
    }

    private func watch(_ ids: Set<SensorID>, _ conversation: PluginConversation) async throws(PluginFault) {
        guard isWanted, mode == .stay, !ids.isSubset(of: watched) else { return }
        let all = watched.union(ids)
        guard case .watch = try await conversation.ask(.watch(all.compactMap { listing?.wire[$0] }.sorted())) else {
            throw .wrongAnswer("watch")
        }
        watched = all
    }

    /// After an answer: the process is kept only while it is wanted.
    private func leave(_ conversation: PluginConversation) async {
        lastError = await conversation.lastError ?? lastError
        guard mode == .once || !isWanted else { return }
        await endProcess()
    }

    private func failed(_ fault: PluginFault) async {
        if case .refuses(let word, let text) = fault, let conversation {
            // It is well enough to say so.
            refusal = fault
            Log.warning("plugin answered with an error", ["plugin": name, "request": word, "text": text])
            return await leave(conversation)
        }
        let isNew = policy.lastFault != fault
        if let conversation {
            lastError = await conversation.lastError ?? lastError
        }
        guard !isRetired else { return await endProcess() }
        // A wait that is not over, or quarantine, is no new failure.
        guard policy.mayStart(at: Current.sinceBoot()) || conversation != nil else { return }
        await endProcess()
        policy.failed(fault, at: Current.sinceBoot())
        if policy.isQuarantined {
            Log.error(
                "plugin is quarantined; 'agent plugins reset' lets it start again",
                ["plugin": name, "reason": "\(fault)"]
            )
        } else if isNew {
            Log.warning("plugin failed", ["plugin": name, "reason": "\(fault)"])
        }
    }

    private func endProcess() async {
        guard let ending = conversation else { return }
        await ending.close()
        conversation = nil
        pushes?.end.finish()
        await pushes?.reader.value
        pushes = nil
        watched = []
        pushed = [:]
    }

    private func notWanted() async {
        await turnstile.pass {
            if await !self.isWanted { await self.endProcess() }
        }
    }

    private func isSame(_ found: FoundPlugin) -> Bool {
        found.file?.identity == plugin.file?.identity && found.asks == plugin.asks
    }

    private func replace(_ found: FoundPlugin) async {
        if isSame(found) { return }
        await endProcess()
        plugin = found
        policy = RestartPolicy()
        refusal = nil
        toldMisfits = []
        isListStale = true
        mayRemember = true
        reader.tell(.listAgain)
    }

    private func startAnew(isReset: Bool) async {
        await endProcess()
        if isReset {
            policy = RestartPolicy()
            refusal = nil
            toldMisfits = []
            isListStale = true
            mayRemember = false
        } else {
            policy.hurry()
        }
        reader.tell(isReset ? .listAgain : .readAgain(nil))
    }

    // MARK: What the plugin pushes

    private func pushed(_ message: PluginMessage) {
        switch message {
        case .listAgain:
            isListStale = true
            mayRemember = false
            reader.tell(.listAgain)
        case .readAgain(let ids):
            reader.tell(.readAgain(ids.map { Set($0.compactMap { listing?.ids[$0] }).intersection(watched) }))
        case .readings(let items):
            let now = Current.instant
            var news: Set<SensorID> = []
            judge("", items.faults.first)
            for item in items.items {
                guard let id = listing?.ids[item.id], watched.contains(id), let sensor = listing?.sensor(id) else {
                    continue
                }
                judge(item.id, item.misfit(for: sensor))
                pushed[id] = item.taken(for: sensor, at: now)
                news.insert(id)
            }
            if !news.isEmpty { reader.tell(.readAgain(news)) }
        case .happened(let event):
            guard let id = listing?.ids[event.sensor], watched.contains(id) else { return }
            reader.tell(
                .happened(
                    DeviceEvent(
                        id: Current.randomBytes(16).hexadecimal,
                        sensor: id,
                        action: event.action,
                        name: event.name.printable(limit: 64),
                        vendor: event.vendor?.printable(limit: 64),
                        model: event.model?.printable(limit: 64),
                        time: Current.instant
                    )
                )
            )
        case .hello, .list, .read, .watch, .health, .bye, .error: break
        }
    }

}
