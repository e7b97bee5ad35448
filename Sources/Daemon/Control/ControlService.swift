import FoundationEssentials
import SensorSDK
import Shared
import Store

/// Carries out what clients of the control socket ask for.
actor ControlService {
    let configuration: Configuration
    let settings: SettingsInForce
    let store: Store
    let registry: SensorRegistry
    let collector: Collector
    let uploaders: Uploaders
    let plugins: PluginFamilies
    private let startedAt: Duration
    private var isAddingServer = false
    /// Names of the servers that a command changes just now, and who waits for one of them.
    private var changing: Set<String> = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The servers of a copy as they are to be from now on, by number, until all of them are registered.
    var renewed: [ServerRecord.ID: (record: ServerRecord, isRegistered: Bool)] = [:]

    init(
        configuration: Configuration,
        settings: SettingsInForce,
        store: Store,
        registry: SensorRegistry,
        collector: Collector,
        uploaders: Uploaders,
        plugins: PluginFamilies
    ) {
        self.configuration = configuration
        self.settings = settings
        self.store = store
        self.registry = registry
        self.collector = collector
        self.uploaders = uploaders
        self.plugins = plugins
        startedAt = Current.sinceBoot()
    }

    func answer(_ request: ControlRequest) async -> ControlAnswer {
        do {
            try await checkOriginal(request)
            switch request {
            case .listSensors: return .sensors(try await listSensors())
            case .readSensors(let patterns): return .sensors(try await readSensors(patterns))
            case .enableSensors(let patterns, let servers, let granting):
                return .changed(try await enable(patterns, on: servers, granting: granting ?? [:]))
            case .disableSensors(let patterns, let servers): return .changed(try await disable(patterns, on: servers))
            case .listSources: return .sources(try await listSources())
            case .addSource(let family, let source): return .sourceChanged(try await addSource(source, to: family))
            case .removeSource(let family, let source):
                return .sourceChanged(try await removeSource(source, from: family))
            case .forgetSensors(let patterns): return .forgotten(try await forget(patterns))
            case .setInterval(let id, let milliseconds):
                return .intervalSet(try await setInterval(milliseconds.map { .milliseconds($0) }, of: id))
            case .probeServer(let question):
                try await probe(question)
                return .answers
            case .addServer(let server): return .added(try await add(server))
            case .listServers: return .servers(ServerListing(servers: try await listedServers()))
            case .setServer(let name, let change): return .set(try await set(change, of: name))
            case .reconnectServer(let name, let token): return .set(try await reconnect(name, with: token))
            case .previewServers(let name): return .preview(try await preview(name))
            case .auditServers(let name, let since): return .audit(try await audit(name, since: since))
            case .removeServer(let name): return .removed(try await removeServer(name))
            case .renewServers(let tokens): return .renewed(try await renewServers(tokens))
            case .keepServers:
                try await keepServers()
                return .status(try await status())
            case .arrangement: return .arrangement(try await arrangement())
            case .apply(let wanted, let isCheck, let acceptsChanged):
                return .applied(try await apply(wanted, isCheck: isCheck, acceptsChanged: acceptsChanged))
            case .diagnose: return .diagnosis(await examine())
            case .listNames: return .names(try await names())
            case .status: return .status(try await status())
            case .reload: return .reloaded(try await reload())
            case .listPlugins: return .plugins(try await listPlugins())
            case .restartPlugin(let name, let isReset): return .plugins(try await restartPlugin(name, isReset: isReset))
            }
        } catch {
            return .failure(ControlFailure(of: error))
        }
    }

    // MARK: Starting

    /// Starts an uploader for every server that is registered.
    func startUploaders() async throws {
        if await store.isCopy { return }
        for server in try await store.servers() {
            do {
                try await startUploader(for: server)
            } catch {
                Log.error("can't use a server", ["server": server.name, "reason": "\(error)"])
            }
        }
    }

    func kind(of server: ServerRecord) throws(ControlFailure) -> any ServerKind {
        if let kind = configuration.serverKinds.first(where: { $0.name == server.kind }) { return kind }
        throw ControlFailure(
            .badState,
            "server \(server.name) is of the kind '\(server.kind)', which is not known here"
        )
    }

    func kind(named name: String?) throws(ControlFailure) -> any ServerKind {
        let kinds = configuration.serverKinds
        if let kind = name.map({ name in kinds.first { $0.name == name } }) ?? kinds.first { return kind }
        throw ControlFailure(
            .usage,
            "there is no such kind of server; there is \(kinds.map(\.name).joined(separator: ", "))"
        )
    }

    /// - Parameters:
    ///   - fault: What kept the server from answering as it should a moment ago.
    ///   - lastAnswer: When it answered as it should before.
    func startUploader(
        for server: ServerRecord,
        over link: (any ServerLink)? = nil,
        after fault: LinkFault? = nil,
        lastAnswer: Date? = nil
    ) async throws {
        await uploaders.start(
            Uploader(
                server: server,
                link: try link ?? kind(of: server).link(to: server),
                store: store,
                collector: collector,
                settings: settings,
                fault: fault,
                lastAnswer: lastAnswer
            )
        )
    }

    // MARK: Sensors

    private func listSensors() async throws -> SensorListing {
        // What was plugged in while nothing of its family was on is seen only by asking.
        try await registry.refreshBuiltIn()
        try await collector.enablementsChanged()
        let sensors = await registry.all
        var readings: [SensorID: Reading] = [:]
        for sensor in sensors {
            if let reading = await collector.lastReading(of: sensor.id) { readings[sensor.id] = reading }
        }
        // The rest was never read: the person who asks wants to see what it would say. A plugin is not run for that.
        let unread = sensors.map(\.id).filter { readings[$0] == nil && !$0.family.hasPrefix(PluginFamilies.prefix) }
        for reading in await registry.read(Set(unread)) {
            readings[reading.sensor] = reading
        }
        let servers = try await store.servers()
        let rows = Dictionary(grouping: try await store.enablements(), by: \.sensor)
        let receipts = try await store.receipts()
        let intervals = try await store.intervals()
        return SensorListing(
            sensors.map { sensor in
                let columns = servers.map { server in
                    ListedSensor.OnServer(
                        sensor,
                        server: server,
                        enablement: rows[sensor.id]?.first { $0.server == server.id },
                        receipt: receipts[server.id]?[sensor.id]
                    )
                }
                return ListedSensor(
                    sensor,
                    reading: readings[sensor.id],
                    interval: interval(of: sensor, chosen: intervals[sensor.id]),
                    servers: columns
                )
            },
            complaints: await silence
        )
    }

    private func readSensors(_ patterns: [String]) async throws -> SensorListing {
        await meetPlugins(patterns)
        let (found, complaints) = try await registry.matcher.matchAny(patterns)
        let sensors = found.map(\.sensor)
        let readings = await registry.read(Set(sensors.map(\.id)))
        let byID = Dictionary(readings.map { ($0.sensor, $0) }, uniquingKeysWith: { first, _ in first })
        let intervals = try await store.intervals()
        return SensorListing(
            sensors.map { sensor in
                ListedSensor(
                    sensor,
                    reading: byID[sensor.id],
                    interval: interval(of: sensor, chosen: intervals[sensor.id])
                )
            },
            complaints: complaints
        )
    }

    /// - Parameter granting: By family of plugins, what its owner allows it.
    func enable(
        _ patterns: [String],
        on choice: ServerChoice,
        granting: [String: [String]] = [:]
    ) async throws -> EnablementReport {
        let servers = try await chosen(choice)
        let matches = try await lookUp(patterns)
        let offered = await registry.offered
        // A family that never answered may well have it.
        func isThere(_ id: SensorID) -> Bool { offered[id.family]?.contains(id) ?? true }
        let named = matches.filter { found in
            found.match == .exactly || found.sensor.sensitivity == .plain && isThere(found.sensor.id)
        }.map(\.sensor)
        let rows = try await store.enablements()
        let held = heldBack(named, rows, granting: granting)
        let wanted = named.filter { !held.contains($0.id) }
        // What is on already was asked for by its full id before.
        func isOn(_ id: SensorID) -> Bool {
            servers.allSatisfy { server in rows.contains { $0.server == server.id && $0.sensor == id } }
        }
        let overridden = rows.filter { row in
            row.isDisabledByServer && wanted.contains { $0.id == row.sensor }
                && servers.contains { $0.id == row.server }
        }
        var changed: Set<SensorID> = []
        for server in servers {
            let accepted = Dictionary(
                rows.filter { $0.server == server.id }.map { ($0.sensor, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            let news = wanted.filter { sensor in
                guard let row = accepted[sensor.id] else { return true }
                return row.accepted != Acceptance(sensor) || row.isDisabledByServer || row.setAside != nil
            }
            guard !news.isEmpty else { continue }
            try await store.enable(news, on: server.id)
            changed.formUnion(news.map(\.id))
            for sensor in news { Log.info("enabled", ["sensor": "\(sensor.id)", "server": server.name]) }
        }
        try await collector.enablementsChanged()
        for server in servers { await uploaders.uploader(of: server.id)?.insist() }
        return EnablementReport(
            servers: servers.map(\.name),
            changed: changed.sorted(),
            unchanged: wanted.map(\.id).filter { !changed.contains($0) },
            absent: matches.filter { $0.match == .among && !isThere($0.sensor.id) && !isOn($0.sensor.id) }
                .map(\.sensor.id),
            leftOut: matches.filter { $0.match == .among && $0.sensor.sensitivity != .plain && !isOn($0.sensor.id) }
                .map { EnablementReport.LeftOut(id: $0.sensor.id, reveals: $0.sensor.sensitivity) },
            revealing: wanted.filter { $0.sensitivity != .plain }
                .map { EnablementReport.LeftOut(id: $0.id, reveals: $0.sensitivity) },
            overridden: Set(overridden.map(\.sensor)).sorted(),
            plugins: await notices(about: named.filter { changed.union(held).contains($0.id) }, held: held),
            problem: await store.isCopy ? Self.copyNotice : nil
        )
    }

    func disable(_ patterns: [String], on choice: ServerChoice) async throws -> EnablementReport {
        let servers = try await chosen(choice)
        let wanted = try await lookUp(patterns).map(\.sensor.id)
        let rows = try await store.enablements()
        var changed: Set<SensorID> = []
        for server in servers {
            let enabled = Set(rows.filter { $0.server == server.id }.map(\.sensor)).intersection(wanted)
            guard !enabled.isEmpty else { continue }
            try await store.disable(enabled.sorted(), on: server.id)
            changed.formUnion(enabled)
            for id in enabled.sorted() { Log.info("disabled", ["sensor": "\(id)", "server": server.name]) }
        }
        try await collector.enablementsChanged()
        for server in servers { await uploaders.uploader(of: server.id)?.insist() }
        return EnablementReport(
            servers: servers.map(\.name),
            changed: changed.sorted(),
            unchanged: wanted.filter { !changed.contains($0) },
            leftOut: [],
            revealing: [],
            overridden: []
        )
    }

    /// What is to be changed: all of it, or nothing where a pattern stands for nothing.
    func lookUp(_ patterns: [String]) async throws -> [(sensor: Sensor, match: PatternMatcher.Match)] {
        await meetPlugins(patterns)
        let matcher = await registry.matcher
        do throws(ControlFailure) {
            return try matcher.match(patterns)
        } catch {
            throw ControlFailure(error.exitCode, "nothing was changed: \(error)")
        }
    }

    private func chosen(_ choice: ServerChoice) async throws -> [ServerRecord] {
        let servers = try await store.servers()
        guard !servers.isEmpty else {
            throw ControlFailure(.usage, "there is no server yet; add one with 'agent servers add URL'")
        }
        switch choice {
        case .all: return servers
        case .onlyOne:
            guard servers.count == 1 else {
                let names = servers.map(\.name).joined(separator: ", ")
                throw ControlFailure(
                    .usage,
                    "there are several servers (\(names)): say which with --server NAME or --all-servers"
                )
            }
            return servers
        case .named(let name): return [try find(name, among: servers)]
        }
    }

    func find(_ name: String, among servers: [ServerRecord]) throws(ControlFailure) -> ServerRecord {
        if let server = servers.first(where: { $0.name == name }) { return server }
        let shown = name.printable(limit: 64)
        let known = servers.isEmpty ? "there is none" : "there is \(servers.map(\.name).joined(separator: ", "))"
        throw ControlFailure(.usage, "no server '\(shown)'; \(known)")
    }

    // MARK: Servers

    func add(_ new: NewServer) async throws -> AddedServer {
        let kind = try kind(named: new.kind)
        if let name = new.name { try ServerName.check(name) }
        // Two at once would both take the same name, and the device of the later one would be left at the server.
        guard !isAddingServer else {
            throw ControlFailure(.tryAgain, "another server is being added just now; try again in a moment")
        }
        isAddingServer = true
        defer { isAddingServer = false }
        let known = try await store.servers()
        if new.name == nil, let same = known.first(where: { $0.url == new.url || $0.url + "/" == new.url }) {
            throw ControlFailure(
                .usage,
                "this machine is registered at \(same.url) already, as '\(same.name)'; to register a second time, give --name"
            )
        }
        if let name = new.name, known.contains(where: { $0.name == name }) {
            throw ControlFailure(.usage, "there is a server '\(name)' already; take another --name")
        }
        // Found out now, or the device would be left in Home Assistant without anybody knowing its key.
        try await store.checkWritable()
        let deviceID = Current.randomBytes(16).hexadecimal
        let registration: Registration
        do {
            registration = try await kind.register(
                Onboarding(
                    url: new.url,
                    token: new.token,
                    deviceName: new.deviceName.printable(limit: 64),
                    deviceID: deviceID,
                    host: .read(),
                    allowsPlainHTTP: new.allowsPlainHTTP,
                    settings: new.settings
                )
            )
        } catch {
            throw ControlFailure(error.exitCode, "\(error)")
        }
        let agentID = registration.deviceID ?? deviceID
        if let other = known.first(where: { $0.deviceID == agentID }) {
            throw ControlFailure(
                .usage,
                "the agent id of this key is that of server '\(other.name)'; make a key for each server with 'agent keys new'"
            )
        }
        let name = new.name ?? ServerName.free(for: registration.homeName, besides: known.map(\.name))
        // Who finds it in the store waits until its uploader has started.
        await begin([name])
        defer { end([name]) }
        let server = try await store.add(
            registration,
            name: name,
            kind: kind.name,
            deviceName: new.deviceName.printable(limit: 64),
            deviceID: agentID
        )
        Log.info("registered", ["server": name, "url": registration.url])
        try await startUploader(for: server, after: registration.fault)
        return AddedServer(
            name: name,
            url: registration.url,
            deviceName: server.deviceName,
            serverVersion: registration.version,
            agentID: agentID,
            problem: registration.fault?.description(of: name).printable(limit: 500)
        )
    }

    /// Waits for the turn at servers: what a command reads of one, no other changes while it asks the network.
    func begin(_ names: Set<String>) async {
        while !changing.isDisjoint(with: names) { await withCheckedContinuation { waiting.append($0) } }
        changing.formUnion(names)
    }

    func end(_ names: Set<String>) {
        changing.subtract(names)
        let next = waiting
        waiting = []
        for continuation in next { continuation.resume() }
    }

    func removeServer(_ name: String) async throws -> RemovedServer {
        // It goes also while a command waits for its answer, and nothing is started for it then. Renewals are awaited.
        let turn: Set = await store.isCopy || !changing.contains(name) ? [name] : []
        await begin(turn)
        defer { end(turn) }
        let server = try find(name, among: try await store.servers())
        // Found out now, or the server would be told good-bye and still be registered here.
        try await store.checkWritable()
        let now = Current.instant
        let known = Dictionary(uniqueKeysWithValues: await registry.all.map { ($0.id, $0) })
        let told = Set(try await store.receipts()[server.id, default: [:]].keys)
        let last = try await store.enablements().filter { $0.server == server.id && told.contains($0.sensor) }
            .compactMap { known[$0.sensor] }
            .map { sensor in
                StateItem(
                    sequence: QueueSequence(epoch: 0, number: 0),
                    kind: sensor.kind,
                    icon: sensor.icon,
                    reading: Reading(sensor.id, .unavailable(.stopped), at: now)
                )
            }
        let wasTold = await uploaders.stop(server.id, saying: last)
        do {
            try await store.removeServer(server.id)
        } catch {
            // One that the disk has left there goes on; whether it did can't be asked where nothing can be read.
            if (try? await store.checkServer(server.id)) != nil {
                await uploaders.readmit(server.id)
                try await startUploader(for: server)
            }
            throw error
        }
        try await collector.enablementsChanged()
        Log.info("server removed", ["server": server.name])
        return RemovedServer(
            name: server.name,
            deviceName: server.deviceName,
            kind: server.kind,
            problem: wasTold
                ? nil : "it did not answer, so it still has the last values, and does not know that no more come"
        )
    }

    private func listedServers() async throws -> [ServerListing.Server] {
        let rows = try await store.enablements()
        let receipts = try await store.receipts()
        var listed: [ServerListing.Server] = []
        for server in try await store.servers() {
            let depth = try await store.depth(of: server.id)
            let uploader = await uploaders.uploader(of: server.id)
            listed.append(
                ServerListing.Server(
                    name: server.name,
                    kind: server.kind,
                    url: server.url.printable(limit: 255),
                    deviceName: server.deviceName,
                    agentID: server.deviceID,
                    state: await uploader?.state ?? .waiting,
                    problem: await store.isCopy ? Self.copyNotice : await uploader?.fault?.description(of: server.name),
                    nextTry: await uploader?.secondsToNextTry,
                    serverVersion: server.version?.printable(limit: 32),
                    lastReceipt: [receipts[server.id]?.values.max(), await uploader?.lastAnswer].compactMap { $0 }
                        .max()?
                        .formatted(.iso8601),
                    enabledSensors: rows.count { $0.server == server.id },
                    waitingStates: depth.states,
                    waitingEvents: depth.events,
                    waitingRegistrations: depth.registrations,
                    droppedEvents: depth.droppedEvents
                )
            )
        }
        return listed
    }

    // MARK: The daemon itself

    private func examine() async -> Diagnosis {
        await Examination(
            configuration: configuration,
            settings: settings,
            store: store,
            registry: registry,
            collector: collector,
            uploaders: uploaders,
            plugins: plugins.service
        ).run()
    }

    private func names() async throws -> NameListing {
        NameListing(
            sensors: await registry.all.map { NameListing.Sensor(id: $0.id, name: $0.name) },
            servers: try await store.servers().map(\.name),
            plugins: await plugins.service?.reports().map(\.name).sorted() ?? []
        )
    }

    private func status() async throws -> StatusReport {
        let elapsed = Current.sinceBoot() - startedAt
        return StatusReport(
            agent: configuration.version,
            uptimeSeconds: Int(elapsed.components.seconds),
            sensors: await registry.all.count,
            enabledSensors: Set(try await store.enablements().map(\.sensor)).count,
            servers: try await listedServers(),
            isCopy: await store.isCopy,
            problems: await problems()
        )
    }

    private func problems() async -> [String] {
        let copy = await store.isCopy ? [Self.copyNotice] : []
        _ = await plugins.service?.look()
        return await copy + silence + registry.complaints.map(\.description)
            + [collector.complaint, store.complaint()].compactMap { $0 }
    }

    private func reload() async throws -> ReloadReport {
        Current.supervisor.tell(.reloading)
        defer { Current.supervisor.tell(.ready) }
        // First: with a bad setting nothing is done.
        if let read = configuration.readSettings {
            settings.replace(by: try read())
            configuration.settingsTaken(settings.current)
        }
        await store.setBounds(settings.current.queue)
        try await plugins.look()
        try await registry.refresh()
        try await collector.enablementsChanged()
        await uploaders.tryAgain()
        Log.info("reloaded")
        let doubts = await registry.doubts(about: settings.current)
        for doubt in doubts { Log.warning("a setting has no effect", ["setting": doubt]) }
        return ReloadReport(sensors: await registry.all.count, problems: await problems() + doubts)
    }
}

extension ListedSensor.OnServer {
    fileprivate init(_ sensor: Sensor, server: ServerRecord, enablement: Enablement?, receipt: Date?) {
        name = server.name
        enabled = enablement.map { $0.accepted.covers(sensor) } ?? false
        self.receipt = receipt?.formatted(.iso8601)
        if let enablement {
            let changes = enablement.accepted.changes(in: sensor)
            let others = sensor.attributes.filter { !enablement.accepted.attributes.contains($0) }
            if !enablement.accepted.covers(sensor) {
                note = "changed since it was enabled (\(changes.joined(separator: ", "))); enable it again"
            } else if enablement.isDisabledByServer {
                note = "disabled in Home Assistant"
            } else if let reason = enablement.setAside {
                note = "refused by the server: \(reason.printable(limit: 120))"
            } else if !others.isEmpty {
                let names = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? ", …" : "")
                note = "not sent, since they are newer than its enablement: \(names); enable it again to send them"
            }
        }
    }
}
