import Glibc
import SensorSDK
import Shared

/// Tries whether a plugin keeps the protocol: the same limits as in the host, and the faults that a plugin meets there.
package struct PluginKit: Sendable {
    let subject: KitSubject
    let times: PluginTimes
    /// Readings of the long run.
    let reads: Int
    /// The most that the long run may take; a plugin that is slow for a reason is read less often then.
    let longestRun: Duration

    /// - Parameters:
    ///   - path: The plugin's executable; whose it is does not matter, since the user named it.
    ///   - folder: Where its working directory is made.
    /// - Throws: ``KitError`` when there is nothing to be run.
    package init(
        path: String,
        folder: String,
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        times: PluginTimes = PluginTimes(),
        reads: Int = 10_000,
        longestRun: Duration = .seconds(120)
    ) throws(KitError) {
        subject = try KitSubject(path: path, folder: folder, sha256: sha256)
        self.times = times
        self.reads = reads
        self.longestRun = longestRun
    }

    /// What its manifest gives it for the checks, in words.
    package var about: [String] { subject.about }

    /// Runs all checks, one after the other.
    ///
    /// - Parameter onResult: Called after each.
    package func run(_ onResult: @Sendable (KitResult) -> Void = { _ in }) async -> [KitResult] {
        var results: [KitResult] = []
        for check in checks {
            var result = KitResult(check: check.name)
            if results.first?.miss != nil {
                // Each would wait as long for the same.
                result.miss = "not tried, since it does not say hello"
            } else {
                do throws(KitMiss) {
                    result.note = try await check.run()
                } catch {
                    result.miss = error.reason
                }
            }
            results.append(result)
            onResult(result)
        }
        return results
    }

    private var checks: [KitCheck] {
        [
            KitCheck("says hello in time, in a version that is known", saysHello),
            KitCheck("lists sensors whose ids, units and classes are right", noting: lists),
            KitCheck("gives each sensor the same id in every process", keepsIDs),
            KitCheck("answers each sensor that is read once, with a fitting value", noting: readsAll),
            KitCheck("answers a part alone when only a part is asked", readsPart),
            KitCheck("gives no value for an id that is not its own", readsForeign),
            KitCheck("takes a watch, goes on answering, and pushes only what is right", watches),
            KitCheck("answers many questions in a row", answersMany),
            KitCheck("understands a request that comes in pieces, and two that come in one", takesPieces),
            KitCheck("survives lines that are no JSON", survivesNoise),
            KitCheck("survives requests that are not made rightly", survivesWrongRequests),
            KitCheck("survives a request that it does not know", survivesTheFuture),
            KitCheck("loses nothing when its answers are read slowly", survivesSlowReader),
            KitCheck("survives SIGHUP", survivesHangUp),
            KitCheck("writes nothing else to its standard output", isClean),
            KitCheck("ends in time after bye, with exit code 0", endsAfterBye),
            KitCheck("ends in time on SIGTERM", endsOnTerm),
            KitCheck("ends in time when its standard input is closed", endsWithInput),
            KitCheck("ends in time when both ends are closed while it answers", endsWithBoth),
            KitCheck("does not grow over \(reads) readings", noting: staysSmall),
        ]
    }

    // MARK: What the checks share

    /// Starts it and says hello, and ends it whatever comes of it.
    ///
    /// - Parameter onAside: Gets what is no answer.
    func with(
        onAside: @escaping @Sendable (KitAside) -> Void = { _ in },
        _ body: (KitProcess, PluginMessage.Hello) async throws(KitMiss) -> Void
    ) async throws(KitMiss) {
        try await withProcess(onAside: onAside) { process throws(KitMiss) in
            try await body(process, try await process.hello(subject.family))
        }
    }

    /// Starts it, and ends it whatever comes of it.
    func withProcess(
        isHeard: Bool = true,
        onAside: @escaping @Sendable (KitAside) -> Void = { _ in },
        _ body: (KitProcess) async throws(KitMiss) -> Void
    ) async throws(KitMiss) {
        let process: KitProcess
        do {
            process = try await KitProcess(subject.command, times: times, isHeard: isHeard, onAside: onAside)
        } catch {
            throw KitMiss("\(error)")
        }
        do throws(KitMiss) {
            try await body(process)
        } catch {
            await process.kill()
            throw error
        }
        await process.kill()
    }

    func list(_ process: KitProcess) async throws(KitMiss) -> PluginListing {
        guard case .list(let items) = try await process.ask(.list) else { throw KitMiss("no list") }
        return PluginListing(items, family: subject.family, device: subject.family, context: subject.context)
    }

    /// Reads, and holds the answer against the question.
    func read(_ ids: [String], _ process: KitProcess) async throws(KitMiss) -> [PluginReading] {
        guard case .read(let items) = try await process.ask(.read(ids)) else { throw KitMiss("no readings") }
        if let fault = items.faults.first { throw KitMiss("reading \(fault)") }
        let answered = items.items.map(\.id).sorted()
        guard answered == ids.sorted() else { throw KitMiss("\(ids) were asked, \(answered) were answered") }
        return items.items
    }
}
