import Glibc
import SensorSDK
import Shared

/// Tries whether a plugin keeps the protocol: the same limits as in the host, and the faults that a plugin meets there.
package struct PluginKit: Sendable {
    private let command: ChildCommand
    private let family: String
    private let times: PluginTimes
    private let context: ProviderContext
    private let file: TrustedFile
    /// Readings of the long run; fewer processes for a plugin that is started for each.
    private let reads: Int

    /// - Parameters:
    ///   - path: The plugin's executable; whose it is does not matter, since the user named it.
    ///   - folder: Where its working directory is made.
    /// - Throws: ``KitError`` when there is nothing to be run.
    package init(
        path: String,
        folder: String,
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        times: PluginTimes = PluginTimes(),
        reads: Int = 10_000
    ) throws(KitError) {
        let name = String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
        guard PluginFolders.isName(name) else { throw .badName(name) }
        do {
            let file = try TrustRule.anybody.open(path)
            guard file.isExecutable else { throw TrustError.notExecutable(path) }
            let found = FoundPlugin(name: name, path: path, standing: .usable(file), manifest: nil)
            let settings = PluginHostSettings(workFolder: folder, times: times)
            command = try settings.command(for: found, file: file)
            self.file = file
            family = found.family
        } catch {
            throw .unusable("\(error)")
        }
        self.times = times
        self.reads = reads
        context = ProviderContext(family: family, salt: Array(repeating: 0, count: 16), sha256: sha256)
    }

    /// Runs all checks, one after the other.
    ///
    /// - Parameter onResult: Called after each.
    package func run(_ onResult: @Sendable (KitResult) -> Void = { _ in }) async -> [KitResult] {
        var results: [KitResult] = []
        for (name, check) in checks {
            var result = KitResult(check: name, miss: nil)
            do throws(KitMiss) {
                try await check()
            } catch {
                result.miss = error.reason
            }
            results.append(result)
            onResult(result)
        }
        return results
    }

    private typealias Check = @Sendable () async throws(KitMiss) -> Void

    private var checks: [(String, Check)] {
        [
            ("says hello in time, in a version that is known", { () async throws(KitMiss) in try await saysHello() }),
            ("lists sensors whose ids, units and classes are right", { () async throws(KitMiss) in try await lists() }),
            ("gives each sensor the same id in every process", { () async throws(KitMiss) in try await keepsIDs() }),
            (
                "answers each sensor that is read once, with a fitting value",
                { () async throws(KitMiss) in try await reads() }
            ),
            ("answers a part alone when only a part is asked", { () async throws(KitMiss) in try await readsPart() }),
            ("gives no value for an id that is not its own", { () async throws(KitMiss) in try await readsForeign() }),
            ("takes a watch and goes on answering", { () async throws(KitMiss) in try await watches() }),
            ("survives a line that is no JSON", { () async throws(KitMiss) in try await survives("Ping ok") }),
            (
                "survives a request that it does not know",
                { () async throws(KitMiss) in try await survives(#"{"request":"from_the_future"}"#) }
            ),
            ("survives SIGHUP", { () async throws(KitMiss) in try await survivesSignal() }),
            ("answers many questions in a row", { () async throws(KitMiss) in try await answersMany() }),
            ("writes nothing else to its standard output", { () async throws(KitMiss) in try await isClean() }),
            ("ends in time after bye, with exit code 0", { () async throws(KitMiss) in try await endsAfterBye() }),
            ("ends in time on SIGTERM", { () async throws(KitMiss) in try await ends { await $0.signal(SIGTERM) } }),
            (
                "ends in time when its standard input is closed",
                { () async throws(KitMiss) in try await ends { await $0.closeInput() } }
            ),
            ("does not grow over many readings", { () async throws(KitMiss) in try await staysSmall() }),
        ]
    }

    // MARK: The checks

    private func saysHello() async throws(KitMiss) {
        try await with { process, hello throws(KitMiss) in
            guard (1...PluginProtocol.version).contains(hello.version) else {
                throw KitMiss("version \(hello.version) is not known here")
            }
        }
    }

    private func lists() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            let listing = try await list(process)
            if let complaint = listing.complaints.first { throw KitMiss(complaint.printable()) }
            guard !listing.sensors.isEmpty else { throw KitMiss("there is not one sensor in its list") }
        }
    }

    private func keepsIDs() async throws(KitMiss) {
        var lists: [[String]] = []
        for _ in 1...2 {
            try await with { process, _ throws(KitMiss) in
                lists.append(try await list(process).wire.values.sorted())
            }
        }
        guard lists[0] == lists[1] else { throw KitMiss("first it has \(lists[0]), then \(lists[1])") }
    }

    private func reads() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            let listing = try await list(process)
            let items = try await read(listing.wire.values.sorted(), process)
            for item in items {
                guard let id = listing.ids[item.id], let sensor = listing.sensor(id) else { continue }
                let outcome = item.outcome(for: sensor)
                if case .value(let value) = outcome, !sensor.takes(value) {
                    throw KitMiss("\(item.id): its sensor can't have the value \(value)")
                }
                if outcome == .unavailable(.malformed) {
                    throw KitMiss("\(item.id): neither a value nor a known reason")
                }
                let undeclared = Set((item.attributes ?? [:]).keys).subtracting(sensor.attributes).sorted()
                if !undeclared.isEmpty { throw KitMiss("\(item.id): attributes \(undeclared) are not in its list") }
            }
        }
    }

    private func readsPart() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            guard let first = try await list(process).wire.values.min() else { throw KitMiss("it has no sensor") }
            _ = try await read([first], process)
        }
    }

    private func readsForeign() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            guard case .read(let items) = try await process.ask(.read(["no_such_thing.nothing"])) else { return }
            if let item = items.items.first(where: { $0.value != nil }) { throw KitMiss("it gave \(item.id) a value") }
            try await process.isWell()
        }
    }

    private func watches() async throws(KitMiss) {
        try await with { process, hello throws(KitMiss) in
            guard hello.mode != .once else { return }
            let ids = try await list(process).wire.values.sorted()
            _ = try await process.ask(.watch(ids))
            _ = try await read(ids, process)
            _ = try await process.ask(.watch([]))
            try await process.isWell()
        }
    }

    private func survives(_ line: String) async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            try await process.send(Array(line.utf8))
            try await process.isWell()
        }
    }

    private func survivesSignal() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            await process.signal(SIGHUP)
            try await process.isWell()
        }
    }

    private func answersMany() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            for _ in 1...50 { try await process.isWell() }
            _ = try await list(process)
        }
    }

    private func isClean() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            _ = try await read(try await list(process).wire.values.sorted(), process)
            _ = try await process.ask(.bye)
            _ = try await process.end()
            if let refusal = process.refusals.first { throw KitMiss(refusal) }
        }
    }

    private func endsAfterBye() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            _ = try await process.ask(.bye)
            let end = try await process.end()
            guard end == .exited(0) else { throw KitMiss("it \(end)") }
        }
    }

    private func ends(_ cause: @Sendable (KitProcess) async -> Void) async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            await cause(process)
            _ = try await process.end()
        }
    }

    private func staysSmall() async throws(KitMiss) {
        try await with { process, hello throws(KitMiss) in
            let ids = try await list(process).wire.values.sorted()
            guard hello.mode != .once else { return }
            for _ in 0..<reads / 10 { _ = try await read(ids, process) }
            let before = await process.memory() ?? 0
            for _ in 0..<reads - reads / 10 { _ = try await read(ids, process) }
            let after = await process.memory() ?? 0
            // An allocator may round up once more; a leak of a few bytes a reading is far beyond that.
            guard after <= before + before / 10 + 512 else {
                throw KitMiss("from \(before) KiB to \(after) KiB in \(reads) readings")
            }
        }
    }

    // MARK: What they share

    private func with(
        _ body: (KitProcess, PluginMessage.Hello) async throws(KitMiss) -> Void
    ) async throws(KitMiss) {
        let process: KitProcess
        do {
            process = try await KitProcess(command, times: times)
        } catch {
            throw KitMiss("\(error)")
        }
        do throws(KitMiss) {
            try await body(process, try await process.hello(family))
        } catch {
            await process.kill()
            throw error
        }
        await process.kill()
    }

    private func list(_ process: KitProcess) async throws(KitMiss) -> PluginListing {
        guard case .list(let items) = try await process.ask(.list) else { throw KitMiss("no list") }
        return PluginListing(items, family: family, device: family, context: context)
    }

    /// Reads, and holds the answer against the question.
    private func read(_ ids: [String], _ process: KitProcess) async throws(KitMiss) -> [PluginReading] {
        guard case .read(let items) = try await process.ask(.read(ids)) else { throw KitMiss("no readings") }
        if let fault = items.faults.first { throw KitMiss("reading \(fault)") }
        let answered = items.items.map(\.id).sorted()
        guard answered == ids.sorted() else { throw KitMiss("\(ids) were asked, \(answered) were answered") }
        return items.items
    }
}
