package import SensorSDK
package import Shared
import Synchronization

/// The plugins as the daemon has them: found, run and supervised by another process, whose every line is checked here. It may
/// come, go and come again; without it the plugins' sensors are unavailable, and nothing else is different.
package actor HostLink: PluginService {
    /// Where the host comes from.
    package enum Origin: Sendable {
        /// It connects to a listening socket that systemd made, as this user.
        case socket(descriptor: Int32, user: UInt32)
        /// It is started here; the result is this end of a socket, at the other end of which it is.
        case child(start: @Sendable () async throws -> Int32)
    }

    private struct Question {
        var plugin: String?
        var answer: CheckedContinuation<HostMessage?, Never>
        var deadline: Task<Void, Never>
        /// What came in lines before the last one.
        var sensors = PluginItems<PluginSensor>([])
        var readings = PluginItems<PluginReading>([])
    }

    private struct Observer {
        let number: Int
        let continuation: AsyncStream<ProviderChange>.Continuation
    }

    private let origin: Origin
    private let isAwaited: @Sendable () -> Bool
    private let isMasked: @Sendable () -> Bool
    package nonisolated let folders: [String]
    private var wire: HostWire?
    /// It has not said yet which plugins there are.
    private var isFresh = true
    private var budget = HostBudget(start: .zero)
    /// Those that may be run, by name.
    private var plugins: [String: HostedPlugin] = [:]
    /// Why others may not be run, by name; their sensors are not gone.
    private var barred: [String: String] = [:]
    private var reported: [PluginReport] = []
    /// What came of them in lines before the last one.
    private var arriving: [HostedPlugin] = []
    private var listed: [String: HostedListing] = [:]
    private var questions: [Int: Question] = [:]
    private var lastNumber = 0
    /// Whether a host is about to come, so that a reading may wait for it; counted, since it may come and go.
    private var isExpected = true
    private var expectation = 0
    /// It was waited for in vain since one was here last, or is not to come any more.
    private var isMissed = false
    /// It has not said what there is in time, and nothing since.
    private var isSilent = false
    /// It is asked all the same, without anybody who waits.
    private var isProbed = false
    /// Plugins that were asked in vain for their list meanwhile.
    private var unlisted: Set<String> = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private nonisolated let observers = Mutex<[String: Observer]>([:])
    /// For what observers want, which is said at once.
    private nonisolated let speaker = Mutex<HostWire?>(nil)
    /// What the owner allows each plugin.
    private nonisolated let granted = Mutex<[String: [String]]>([:])
    private nonisolated let changed = AsyncStream.makeStream(of: Set<String>.self)

    /// The most plugins that are heeded.
    package static let mostPlugins = 500
    /// The most sensors that are heeded of one.
    static let mostSensors = 1000
    /// How long a host may take to come before its sensors are unavailable.
    private static let patience = Duration.seconds(10)
    /// How long it may take to say what there is, which costs it no plugin's time; less than the agent's own family may take.
    private static let lookPatience = Duration.seconds(4)
    /// What a host needs beyond its plugin.
    private static let slack = Duration.seconds(5)
    /// The longest that any plugin is waited for, whatever its host says.
    private static let longestCall = Duration.seconds(320)

    /// - Parameters:
    ///   - folders: Through which the host looks.
    ///   - isAwaited: Whether a host that does not come is to be complained about: without plugins none does.
    ///   - isMasked: Whether its administrator keeps the host from coming.
    package init(
        _ origin: Origin,
        folders: [String] = [],
        isAwaited: @escaping @Sendable () -> Bool = { true },
        isMasked: @escaping @Sendable () -> Bool = { false }
    ) {
        self.origin = origin
        self.folders = folders
        self.isAwaited = isAwaited
        self.isMasked = isMasked
    }

    // MARK: PluginService

    package var state: PluginHostState {
        if wire == nil { return isMasked() ? .masked : isAwaited() ? .unreachable : .absent }
        if isSilent { return .silent }
        if case .child = origin { return .yourUser }
        return .ownUser
    }

    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.giveUpWaiting(after: Self.patience) }
            switch origin {
            case .socket(let descriptor, let user): await serveGuests(HostDoor(descriptor, user: user), &group)
            case .child(let start): await serveChildren(start, &group)
            }
            group.cancelAll()
        }
        isExpected = false
        isMissed = true
        wakeWaiting()
    }

    package func look() async -> [ProviderSource] {
        await askAround()
        // The host of none ends by itself.
        if state == .absent { (plugins, barred) = ([:], [:]) }
        return Set(plugins.keys).union(barred.keys).sorted().compactMap { source(of: FoundPlugin.prefix + $0) }
    }

    package nonisolated func source(of family: String) -> ProviderSource? {
        let plugin = String(family.dropFirst(FoundPlugin.prefix.count))
        guard family.hasPrefix(FoundPlugin.prefix), PluginFolders.isName(plugin) else { return nil }
        return ProviderSource(
            family: family,
            deadline: Self.patience + Self.longestCall + Self.slack,
            grant: { words in self.granted.withLock { $0[plugin] = words.isEmpty ? nil : words } },
            make: { HostedProvider(link: self, plugin: plugin, context: HostedContext($0)) }
        )
    }

    package nonisolated func news() -> AsyncStream<Set<String>> { changed.stream }

    package func reports() async -> [PluginReport] {
        await expectHost()
        await askAround()
        return reported
    }

    package func restart(_ name: String) async -> Bool { await act(.restart, on: name) }

    package func reset(_ name: String) async -> Bool { await act(.reset, on: name) }

    package func renamed(_ family: String, from old: ProviderContext, to new: ProviderContext) async -> [String: String]
    {
        let plugin = String(family.dropFirst(FoundPlugin.prefix.count))
        guard wire != nil, plugins[plugin] != nil else { return [:] }
        let next = HostedContext(new).salt
        let names = await ask(.rename, of: plugin, HostedContext(old), nextSalt: next)?.names ?? [:]
        func isName(_ text: String) -> Bool {
            text.utf8.count == SaltedNames.digits && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        }
        return names.filter { isName($0.key) && isName($0.value) }
    }

    package func stop() async {
        isExpected = false
        isMissed = true
        wakeWaiting()
        // Whoever waits for a plugin would wait for its end.
        for number in Array(questions.keys) { settle(number, nil) }
        wire?.finish()
    }

    private func act(_ word: HostRequest.Word, on name: String) async -> Bool {
        await askAround()
        guard !isSilent, plugins[name] != nil else { return false }
        return await ask(word, of: name) != nil
    }

    // MARK: What providers ask

    func list(_ plugin: String, _ context: HostedContext) async throws(HostFault) -> [Sensor] {
        if wire != nil, plugins[plugin] == nil, let reason = barred[plugin] {
            throw .refused("it may not be run: \(reason)")
        }
        guard let answer = await ask(.list, of: plugin, context) else {
            if isSilent { unlisted.insert(plugin) }
            throw wire == nil ? .absent : .late
        }
        if let fault = answer.fault { throw .refused(fault.printable(limit: 300)) }
        let listing = HostedListing(
            answer.sensors?.items ?? [],
            plugin: plugin,
            asks: plugins[plugin]?.report.asks ?? [],
            refused: answer.refused ?? []
        )
        listed[plugin] = listing
        return listing.sensors
    }

    func read(_ ids: Set<SensorID>, of plugin: String, _ context: HostedContext) async -> [Reading] {
        if listed[plugin] == nil {
            do throws(HostFault) {
                _ = try await list(plugin, context)
            } catch {
                return Self.unavailable(ids)
            }
        }
        // It is in the list, but not as it could be taken.
        let refused = Self.unavailable(ids.filter { listed[plugin]?.refused.contains($0) == true }, .malformed)
        let asked = ids.filter { listed[plugin]?.sensor($0) != nil }.map(\.wire).sorted()
        guard !asked.isEmpty else { return refused }
        guard let answer = await ask(.read, of: plugin, context, ids: asked) else { return Self.unavailable(ids) }
        let now = Current.instant
        let outcomes = Dictionary(
            (answer.readings?.items ?? []).map { ($0.id, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return refused
            + ids.compactMap { id in
                guard let sensor = listed[plugin]?.sensor(id), let outcome = outcomes[id.wire] else { return nil }
                return Reading(
                    id,
                    outcome.outcome(for: sensor),
                    attributes: (outcome.attributes ?? [:]).compactMapValues { $0.value() },
                    at: now
                )
            }
    }

    nonisolated func changes(of plugin: String) -> AsyncStream<ProviderChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ProviderChange.self,
            bufferingPolicy: .bufferingNewest(256)
        )
        let (before, number) = observers.withLock { observers in
            let before = observers[plugin]
            let number = (before?.number ?? 0) + 1
            observers[plugin] = Observer(number: number, continuation: continuation)
            return (before, number)
        }
        before?.continuation.finish()
        tell(of: plugin, isWatched: true)
        continuation.onTermination = { _ in
            let isLast = self.observers.withLock { observers in
                guard observers[plugin]?.number == number else { return false }
                observers[plugin] = nil
                return true
            }
            if isLast { self.tell(of: plugin, isWatched: false) }
        }
        return stream
    }

    private nonisolated func tell(of plugin: String, isWatched: Bool) {
        var request = HostRequest(.watch, plugin: plugin)
        request.isOn = isWatched
        speaker.withLock { $0 }?.send(request)
    }

    private static func unavailable(_ ids: Set<SensorID>, _ reason: UnavailableReason = .plugin) -> [Reading] {
        let now = Current.instant
        return ids.map { Reading($0, .unavailable(reason), at: now) }
    }

    // MARK: Asking

    /// Has the host say what there is. One that is silent is waited for once.
    private func askAround() async {
        guard isSilent else {
            _ = await ask(.list)
            return
        }
        if isProbed { return }
        isProbed = true
        Task {
            _ = await ask(.list)
            isProbed = false
        }
    }

    /// - Returns: `nil` when there is no host, or it does not answer.
    private func ask(
        _ word: HostRequest.Word,
        of plugin: String? = nil,
        _ context: HostedContext? = nil,
        ids: [String]? = nil,
        nextSalt: String? = nil
    ) async -> HostMessage? {
        if wire == nil, isExpected, plugin != nil { await withCheckedContinuation { waiting.append($0) } }
        guard let wire else { return nil }
        lastNumber += 1
        let number = lastNumber
        var request = HostRequest(word, number: number, plugin: plugin)
        request.ids = ids
        request.salt = context?.salt
        request.nextSalt = nextSalt
        request.sources = context?.sources
        request.granted = plugin.flatMap { plugin in granted.withLock { $0[plugin] } }
        let clock = Current.clock
        let limit = plugin == nil || isSilent ? Self.lookPatience : longestCall(of: plugin) + Self.slack
        return await withCheckedContinuation { continuation in
            let deadline = Task {
                // It throws only when it is cancelled, because the answer was first.
                guard (try? await clock.sleep(for: limit)) != nil else { return }
                self.expire(number)
            }
            questions[number] = Question(plugin: plugin, answer: continuation, deadline: deadline)
            wire.send(request)
        }
    }

    private func longestCall(of plugin: String?) -> Duration {
        let told = plugin.flatMap { plugins[$0]?.longestCall }.map { Duration.seconds($0) }
        return max(PluginTimes().longestCall, min(told ?? .zero, Self.longestCall))
    }

    private func expire(_ number: Int) {
        if let question = questions[number], question.plugin == nil, !isSilent {
            isSilent = true
            Log.warning("the plugin host does not answer")
        }
        settle(number, nil)
    }

    private func settle(_ number: Int, _ answer: HostMessage?) {
        guard let question = questions.removeValue(forKey: number) else { return }
        question.deadline.cancel()
        question.answer.resume(returning: answer)
    }

    private func wakeWaiting() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    /// Waits a while for the host that systemd, or the daemon, is starting now, as with the first plugin of all; once, until one
    /// was here again.
    private func expectHost() async {
        if wire != nil { return }
        guard state == .unreachable else {
            isMissed = false
            return
        }
        if isMissed { return }
        var limit: Task<Void, Never>?
        if !isExpected {
            isExpected = true
            expectation += 1
            limit = Task { await self.giveUpWaiting(after: Self.patience) }
        }
        await withCheckedContinuation { waiting.append($0) }
        limit?.cancel()
    }

    private func giveUpWaiting(after pause: Duration) async {
        let number = expectation
        // Woken earlier only by the end of the daemon.
        try? await Current.clock.sleep(for: pause)
        guard number == expectation, !Task.isCancelled else { return }
        if wire == nil, isExpected, state == .unreachable {
            isMissed = true
            Log.warning("the plugin host has not come; plugins' sensors are unavailable")
        }
        isExpected = false
        wakeWaiting()
    }

    // MARK: The host comes and goes

    private func serveGuests(_ door: HostDoor, _ group: inout DiscardingTaskGroup) async {
        for await guest in door.guests() {
            switch guest {
            case .failure(let refusal):
                Log.warning("a client of the plugins' socket was refused", ["reason": refusal.rawValue])
            case .success(let socket):
                group.addTask {
                    await self.serve(socket, whenOver: door.reopen)
                    await self.giveUpWaiting(after: Self.patience)
                }
            }
        }
    }

    private func serveChildren(
        _ start: @Sendable () async throws -> Int32,
        _ group: inout DiscardingTaskGroup
    ) async {
        var pause = 1
        while !Task.isCancelled {
            let began = Current.sinceBoot()
            do {
                await serve(LineSocket(try await start()))
            } catch {
                Log.error("can't start the plugin host", ["reason": "\(error)"])
            }
            guard !Task.isCancelled else { return }
            pause = Current.sinceBoot() - began > .seconds(60) ? 1 : min(pause * 2, 300)
            group.addTask { await self.giveUpWaiting(after: Self.patience) }
            // It throws only when the daemon ends.
            guard (try? await Current.clock.sleep(for: .seconds(pause))) != nil else { return }
        }
    }

    /// - Parameter whenOver: Called before anybody can see that the host is gone.
    private func serve(_ socket: LineSocket, whenOver: () -> Void = {}) async {
        let wire = HostWire(socket, isPatient: true)
        self.wire = wire
        isFresh = true
        isMissed = false
        isSilent = false
        unlisted = []
        speaker.withLock { $0 = wire }
        budget = HostBudget(start: Current.sinceBoot())
        for plugin in observers.withLock({ $0.keys.sorted() }) { tell(of: plugin, isWatched: true) }
        wakeWaiting()
        Log.info("the plugin host is here", ["pid": socket.peer.map { "\($0.process)" } ?? "unknown"])
        await withDiscardingTaskGroup { group in
            group.addTask { await wire.write() }
            while let line = await wire.next() {
                guard take(line) else { break }
            }
            wire.close()
        }
        whenOver()
        self.wire = nil
        speaker.withLock { $0 = nil }
        listed = [:]
        reported = []
        arriving = []
        // The next one may be about to come.
        isExpected = !Task.isCancelled
        expectation += 1
        for number in Array(questions.keys) { settle(number, nil) }
        // At a stop of the service the host goes first; one that stays away is complained about.
        if !Task.isCancelled { Log.notice("the plugin host is gone") }
    }

    // MARK: What the host says

    /// - Returns: Whether the host may go on.
    private func take(_ line: [UInt8]) -> Bool {
        if isSilent {
            isSilent = false
            Log.notice("the plugin host answers again")
            changed.continuation.yield(Set(unlisted.map { FoundPlugin.prefix + $0 }))
            unlisted = []
        }
        do throws(PluginLineError) {
            let message: HostMessage = try PluginLine.decode(from: line)
            if let number = message.number, let question = questions[number], question.plugin == message.plugin {
                return take(message, answering: number)
            }
            guard budget.spend(at: Current.sinceBoot()) else {
                Log.error("the plugin host says much more than it was asked; it is cut off")
                return false
            }
            return takeUnasked(message)
        } catch {
            Log.error("the plugin host said what can't be understood; it is cut off", ["reason": "\(error)"])
            return false
        }
    }

    private func take(_ message: HostMessage, answering number: Int) -> Bool {
        if message.says == .health {
            return takeHealth(message) && (message.hasMore == true || isSettled(number, message))
        }
        guard var question = questions[number] else { return true }
        question.sensors.items += message.sensors?.items ?? []
        question.readings.items += message.readings?.items ?? []
        guard max(question.sensors.items.count, question.readings.items.count) <= Self.mostSensors else {
            Log.error("the plugin host lists too many sensors; it is cut off", ["plugin": question.plugin ?? ""])
            return false
        }
        questions[number] = question
        if message.hasMore == true { return true }
        var answer = message
        answer.sensors = question.sensors
        answer.readings = question.readings
        return isSettled(number, answer)
    }

    private func isSettled(_ number: Int, _ answer: HostMessage) -> Bool {
        settle(number, answer)
        return true
    }

    private func takeUnasked(_ message: HostMessage) -> Bool {
        if message.says == .health { return takeHealth(message) }
        // An answer that came too late, or what concerns no plugin that is known.
        guard let plugin = message.plugin, plugins[plugin] != nil,
            let observer = observers.withLock({ $0[plugin] })
        else { return true }
        switch message.says {
        case .readAgain:
            let ids = message.ids.map { ids in
                Set(ids.compactMap { listed[plugin]?.id($0) })
            }
            observer.continuation.yield(.readAgain(ids))
        case .listAgain: observer.continuation.yield(.listAgain)
        case .event:
            guard let event = message.event, let id = listed[plugin]?.id(event.sensor) else { return true }
            observer.continuation.yield(
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
        case .health, .list, .read, .names: break
        }
        return true
    }

    private func takeHealth(_ message: HostMessage) -> Bool {
        guard let part = message.plugins?.items, arriving.count + part.count <= Self.mostPlugins else {
            Log.error("the plugin host names no plugins, or too many; it is cut off")
            return false
        }
        arriving += part
        if message.hasMore == true { return true }
        let items = arriving
        arriving = []
        reported = items.map(\.report.checked)
        let (before, barredBefore) = (plugins, barred)
        plugins = Dictionary(
            items.filter { $0.isRun && PluginFolders.isName($0.report.name) }.map { ($0.report.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        barred = Dictionary(
            items.map(\.report).filter {
                $0.state == .refused && plugins[$0.name] == nil && PluginFolders.isName($0.name)
            }
            .map { ($0.name, ($0.reason ?? "it gives no reason").printable(limit: 300)) },
            uniquingKeysWith: { first, _ in first }
        )
        listed = listed.filter { plugins[$0.key] != nil }
        let others = Set(plugins.keys).union(barred.keys)
            .symmetricDifference(Set(before.keys).union(barredBefore.keys))
        let renewed =
            plugins.keys.filter { before[$0]?.mark != plugins[$0]?.mark }
            + barred.keys.filter { barredBefore[$0] != barred[$0] }
        if isFresh || !others.isEmpty || !renewed.isEmpty {
            isFresh = false
            changed.continuation.yield(Set(renewed.map { FoundPlugin.prefix + $0 }))
        }
        return true
    }
}

extension SensorID {
    /// As it goes between daemon and host.
    var wire: String { "\(thing).\(reading)" }
}
