import SensorSDK
import Shared
import Store

/// What a file wants of this machine, held against what is.
extension ControlService {
    /// What is on now, fit to be wanted of another machine: no secrets, no values.
    func arrangement() async throws -> Arrangement {
        var arrangement = Arrangement()
        let rows = try await store.enablements()
        for server in try await store.servers() {
            var listed = Arrangement.Server(server.name)
            listed.settings = try kind(of: server).choices(of: server).map { .init($0, key: "") }
            let hasURL = listed.settings.contains { if case .url = $0.change { true } else { false } }
            if !hasURL { listed.shownURL = server.url }
            listed.deviceName = server.deviceName
            if server.kind != configuration.serverKinds.first?.name { listed.kind = server.kind }
            // A machine that lacks one of them is no fault of the file's.
            listed.sensors = rows.filter { $0.server == server.id }.map(\.sensor).sorted()
                .map { .init($0.description, isOptional: true) }
            arrangement.servers.append(listed)
        }
        arrangement.sources = try await listSources().sources.map { .init(family: $0.family, source: $0.source) }
        arrangement.intervals = try await store.intervals().sorted { $0.key < $1.key }
            .map { .init(sensor: $0.key.description, milliseconds: Int64(($0.value / .milliseconds(1)).rounded())) }
        let allowed = Set(
            rows.flatMap { row in
                (row.accepted.asks ?? []).map {
                    Arrangement.Grant(
                        plugin: String(row.sensor.family.dropFirst(PluginFamilies.prefix.count)),
                        word: $0
                    )
                }
            }
        )
        arrangement.grants = allowed.sorted { ($0.plugin, $0.word) < ($1.plugin, $1.word) }
        return arrangement
    }

    /// Finds what differs, and brings it about unless it is only to be looked at.
    ///
    /// - Throws: ``ControlFailure`` with ``ExitCode/badData`` when the file asks for what can't be; nothing is changed then.
    func apply(_ wanted: Arrangement, isCheck: Bool, acceptsChanged: Bool) async throws -> ArrangementReport {
        var report = ArrangementReport(checked: isCheck)
        await meetPlugins(wanted.servers.flatMap(\.sensors).map(\.text) + wanted.intervals.map(\.sensor))
        let sources = try await sourceSteps(wanted)
        let servers = try await serverSteps(wanted)
        var standing = try await standing()
        standing.pendingFamilies = Set(sources.filter(\.isAddition).map(\.family))
        let outlook = await Self.plan(wanted, on: standing, acceptsChanged: acceptsChanged)
        let faults = outlook.problems.filter { $0.exitCode == .badData }
        guard faults.isEmpty else { throw ControlFailure(.badData, faults.map(\.text).joined(separator: "\n")) }
        report.changes = sources.map(\.change) + servers.map(\.change)
        if isCheck {
            report.changes += outlook.changes
            report.notes = outlook.notes
            report.problems = outlook.problems
            return report
        }
        report.changes = []
        for step in sources { try await carryOut(step, &report) }
        for step in servers where step.change.action != .remove { await carryOut(step, &report) }
        let plan = await Self.plan(wanted, on: try await self.standing(), acceptsChanged: acceptsChanged)
        try await carryOut(plan, &report)
        for step in servers where step.change.action == .remove { await carryOut(step, &report) }
        return report
    }

    /// Thousands of patterns take their time, in which others are answered.
    @concurrent private static func plan(
        _ wanted: Arrangement,
        on standing: ArrangementPlan.Standing,
        acceptsChanged: Bool
    ) async -> ArrangementPlan {
        ArrangementPlan(wanted, on: standing, acceptsChanged: acceptsChanged)
    }

    private func standing() async throws -> ArrangementPlan.Standing {
        ArrangementPlan.Standing(
            servers: try await store.servers(),
            enablements: try await store.enablements(),
            sensors: await registry.all,
            families: registry.familyNames,
            intervals: try await store.intervals(),
            aliases: await registry.aliases
        )
    }

    // MARK: Sources

    private struct SourceStep {
        var family: String
        var source: String
        var isAddition: Bool

        var change: ArrangementReport.Change {
            .init(
                action: isAddition ? .add : .remove,
                subject: .source,
                name: "\(family) \(source.printable(limit: 200))"
            )
        }
    }

    private func sourceSteps(_ wanted: Arrangement) async throws -> [SourceStep] {
        let named = try await listSources().sources
        var steps: [SourceStep] = []
        var kept: [SourceListing.Source] = []
        for source in wanted.sources {
            let text: String
            do throws(ControlFailure) {
                text = try checked(source.source, source.family)
            } catch {
                throw ControlFailure(.badData, "line \(source.line): \(source.family.printable(limit: 40)): \(error)")
            }
            kept.append(.init(family: source.family, source: text))
            if !named.contains(.init(family: source.family, source: text)) {
                steps.append(SourceStep(family: source.family, source: text, isAddition: true))
            }
        }
        guard wanted.isExclusive else { return steps }
        return steps
            + named.filter { !kept.contains($0) }
            .map { SourceStep(family: $0.family, source: $0.source, isAddition: false) }
    }

    private func carryOut(_ step: SourceStep, _ report: inout ArrangementReport) async throws {
        let done =
            step.isAddition
            ? try await addSource(step.source, to: step.family) : try await removeSource(step.source, from: step.family)
        report.changes.append(step.change)
        if let problem = done.problem { report.notes.append(problem) }
    }

    // MARK: Sensors and intervals

    private func carryOut(_ plan: ArrangementPlan, _ report: inout ArrangementReport) async throws {
        let names = Set(try await store.servers().map(\.name))
        for (server, ids) in plan.enabling where names.contains(server) {
            _ = try await enable(ids.map(\.description), on: .named(server), granting: plan.granting)
        }
        for (server, ids) in plan.disabling where names.contains(server) {
            _ = try await disable(ids.map(\.description), on: .named(server))
        }
        var unset: Set<String> = []
        for wanted in plan.intervals {
            do {
                if let interval = wanted.interval {
                    _ = try await setInterval(interval, of: wanted.sensor.description)
                } else {
                    try await store.setInterval(nil, of: wanted.sensor)
                    try await collector.enablementsChanged()
                }
            } catch let failure as ControlFailure {
                unset.insert(wanted.sensor.description)
                report.problems.append(
                    .init(line: wanted.line, message: "\(wanted.sensor): \(failure)", exitCode: .badData)
                )
            }
        }
        report.changes += plan.changes.filter { change in
            change.server.map(names.contains) ?? !(change.subject == .interval && unset.contains(change.name))
        }
        report.notes += plan.notes
        report.problems += plan.problems
    }
}

extension ArrangementReport.Problem {
    /// With its line.
    package var text: String { (line.map { "line \($0): " } ?? "") + message }
}
