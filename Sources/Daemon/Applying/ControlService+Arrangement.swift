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
        return arrangement
    }

    /// Finds what differs, and brings it about unless it is only to be looked at.
    ///
    /// - Throws: ``ControlFailure`` with ``ExitCode/badData`` when the file asks for what can't be; nothing is changed then.
    func apply(_ wanted: Arrangement, isCheck: Bool, acceptsChanged: Bool) async throws -> ArrangementReport {
        var report = ArrangementReport(checked: isCheck)
        let sources = try await sourceSteps(wanted)
        let servers = try await serverSteps(wanted)
        var standing = try await standing()
        standing.pendingFamilies = Set(sources.filter(\.isAddition).map(\.family))
        let outlook = ArrangementPlan(wanted, on: standing, acceptsChanged: acceptsChanged)
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
        let plan = ArrangementPlan(wanted, on: try await self.standing(), acceptsChanged: acceptsChanged)
        try await carryOut(plan, &report)
        for step in servers where step.change.action == .remove { await carryOut(step, &report) }
        return report
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

    // MARK: Servers

    private enum ServerStep {
        case register(Arrangement.Server, url: String, token: Secret?)
        case set(Arrangement.Setting, of: String)
        case remove(String)

        var change: ArrangementReport.Change {
            switch self {
            case .register(let server, let url, _):
                .init(action: .add, subject: .server, name: server.name, detail: "registered at \(url)")
            case .set(let setting, let name):
                .init(action: .change, subject: .server, name: name, detail: setting.shown)
            case .remove(let name): .init(action: .remove, subject: .server, name: name)
            }
        }
    }

    private func serverSteps(_ wanted: Arrangement) async throws -> [ServerStep] {
        let known = try await store.servers()
        var steps: [ServerStep] = []
        for server in wanted.servers {
            if let record = known.first(where: { $0.name == server.name }) {
                steps += try changes(server, of: record)
            } else {
                steps.append(try registration(of: server))
            }
        }
        guard wanted.isExclusive else { return steps }
        return steps
            + known.filter { record in !wanted.servers.contains { $0.name == record.name } }.map { .remove($0.name) }
    }

    private func changes(_ wanted: Arrangement.Server, of record: ServerRecord) throws -> [ServerStep] {
        var record = record
        var steps: [ServerStep] = []
        for setting in wanted.settings {
            let changed: ServerRecord
            do {
                changed = try kind(of: record).changed(record, by: setting.change)
            } catch {
                throw ControlFailure(.badData, "line \(setting.line): \(setting.key): \(error)")
            }
            if changed != record { steps.append(.set(setting, of: wanted.name)) }
            record = changed
        }
        return steps
    }

    private func registration(of server: Arrangement.Server) throws(ControlFailure) -> ServerStep {
        let place = "line \(server.line): [server \(server.name.printable(limit: 40))]"
        do throws(ControlFailure) {
            try ServerName.check(server.name)
        } catch {
            throw ControlFailure(.badData, "\(place): \(error)")
        }
        do throws(ControlFailure) {
            _ = try kind(named: server.kind)
        } catch {
            throw ControlFailure(.badData, "\(place): \(error)")
        }
        var trial = ConnectionSettings()
        for setting in server.settings {
            guard case .connection(let change) = setting.change else { continue }
            do throws(OnboardingError) {
                try trial.set(change)
            } catch {
                throw ControlFailure(.badData, "line \(setting.line): \(setting.key): \(error)")
            }
        }
        var url: String?
        for case .url(let text) in server.settings.map(\.change) { url = text }
        guard let url else {
            throw ControlFailure(
                .badData,
                "\(place): this machine is not registered there yet, and the section has no url"
            )
        }
        switch server.token {
        case .file(let token): return .register(server, url: url, token: token)
        case .credential(let name, let line):
            do throws(ControlFailure) {
                guard let folder = configuration.credentials else { throw CredentialFolder.missing(name) }
                return .register(server, url: url, token: try folder.token(name))
            } catch {
                throw ControlFailure(error.exitCode, "line \(line): token-credential: \(error)")
            }
        case nil:
            throw ControlFailure(
                .badData,
                "\(place): this machine is not registered there yet, and the section has neither token-file nor token-credential"
            )
        }
    }

    private func carryOut(_ step: ServerStep, _ report: inout ArrangementReport) async {
        var line: Int?
        var place = ""
        do {
            switch step {
            case .register(let server, let url, let token):
                line = server.line
                place = "[server \(server.name)]: "
                try await register(server, at: url, with: token)
            case .set(let setting, let name):
                line = setting.line
                place = "\(setting.key): "
                let changed = try await set(setting.change, of: name)
                if let problem = changed.problem {
                    report.notes.append("\(name) does not answer as it should yet: \(problem)")
                }
            case .remove(let name):
                let removed = try await removeServer(name)
                report.notes.append("in Home Assistant, delete the device '\(removed.deviceName)'")
            }
            report.changes.append(step.change)
        } catch {
            let exitCode = (error as? ControlFailure)?.exitCode ?? (error as? StoreError)?.exitCode ?? .internalFault
            report.problems.append(.init(line: line, message: "\(place)\(error)", exitCode: exitCode))
        }
    }

    private func register(_ server: Arrangement.Server, at url: String, with token: Secret?) async throws {
        guard let token else { throw ControlFailure(.badData, "the token is missing") }
        var new = NewServer(
            url: url,
            token: token,
            name: server.name,
            deviceName: server.deviceName ?? Current.hostName(),
            allowsPlainHTTP: false
        )
        new.kind = server.kind
        var later: [ServerChange] = []
        for setting in server.settings {
            switch setting.change {
            case .url: break
            case .allowsPlainHTTP(let allows): new.allowsPlainHTTP = allows
            case .connection(let setting): try new.settings.set(setting)
            default: later.append(setting.change)
            }
        }
        _ = try await add(new)
        for change in later { _ = try await set(change, of: server.name) }
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

extension Arrangement.Setting {
    /// For people.
    fileprivate var shown: String {
        switch change {
        case .url(let text), .externalURL(let text?): "\(key) = \(text.printable(limit: 200))"
        default: key
        }
    }
}

extension ArrangementReport.Problem {
    /// With its line.
    package var text: String { (line.map { "line \($0): " } ?? "") + message }
}
