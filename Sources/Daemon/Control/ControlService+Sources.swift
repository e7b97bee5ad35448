import SensorSDK
import Shared
import Store

/// Sources that the owner names.
extension ControlService {
    /// The most sources that one family is given.
    private static let mostSources = 64

    func listSources() async throws -> SourceListing {
        var listed: [SourceListing.Source] = []
        for family in configuration.sources.map(\.family) {
            listed += try await store.namedSources(family: family).map { .init(family: family, source: $0) }
        }
        return SourceListing(sources: listed)
    }

    func addSource(_ text: String, to family: String) async throws -> SourceReport {
        let source = try checked(text, family)
        let named = try await store.namedSources(family: family)
        guard named.contains(source) || named.count < Self.mostSources else {
            throw ControlFailure(
                .usage,
                "\(family) has \(named.count) sources already; 'agent sensors remove' takes one back"
            )
        }
        let isNew = try await store.addSource(source, family: family)
        let (before, after) = try await lookAgain(at: family)
        let news = after.subtracting(before)
        if isNew { Log.info("source named", await shown(source, family, news)) }
        return try await report(source, family, changed: isNew, news)
    }

    func removeSource(_ text: String, from family: String) async throws -> SourceReport {
        let source = try checked(text, family)
        guard try await store.removeSource(source, family: family) else {
            let named = try await store.namedSources(family: family).map { $0.printable(limit: 80) }
            let known = named.isEmpty ? "none is" : "\(named.joined(separator: ", ")) is"
            throw ControlFailure(.usage, "'\(source.printable(limit: 80))' was not named for \(family); \(known)")
        }
        let (before, after) = try await lookAgain(at: family)
        let gone = before.subtracting(after)
        Log.info("source taken back", await shown(source, family, gone))
        return try await report(source, family, changed: true, gone)
    }

    /// For the log: which source it is only where its sensors are known to reveal nothing.
    private func shown(_ source: String, _ family: String, _ sensors: Set<SensorID>) async -> KeyValuePairs<
        String, String
    > {
        for id in sensors where await registry.sensor(id)?.sensitivity != .plain { return ["family": family] }
        return sensors.isEmpty ? ["family": family] : ["family": family, "source": source.printable(limit: 200)]
    }

    func checked(_ text: String, _ family: String) throws(ControlFailure) -> String {
        guard let naming = configuration.sources.first(where: { $0.family == family })?.naming else {
            let able = configuration.sources.filter { $0.naming != nil }.map(\.family).joined(separator: ", ")
            throw ControlFailure(
                .usage,
                "sources can't be named for '\(family.printable(limit: 40))'; they can for: \(able)"
            )
        }
        do throws(SourceNamingError) {
            return try naming.checked(text, digits: ProviderContext(salt: [], sha256: configuration.sha256).digits)
        } catch {
            throw ControlFailure(.usage, "\(error)")
        }
    }

    /// Has a family made anew with the sources that are named now.
    ///
    /// - Returns: What it offered before and offers now.
    private func lookAgain(at family: String) async throws -> (Set<SensorID>, Set<SensorID>) {
        let before = await registry.offered(by: family)
        try await registry.remake(family)
        try await registry.refresh(family: family)
        try await collector.enablementsChanged()
        await collector.observeAnew(family)
        return (before, await registry.offered(by: family))
    }

    private func report(
        _ source: String,
        _ family: String,
        changed: Bool,
        _ sensors: Set<SensorID>
    ) async throws -> SourceReport {
        let enabled = Set(try await store.enablements().map(\.sensor))
        return SourceReport(
            family: family,
            source: source.printable(limit: 4095),
            changed: changed,
            sensors: sensors.sorted(),
            enabled: sensors.intersection(enabled).sorted(),
            problem: await registry.complaint(about: family)?.description
        )
    }
}
