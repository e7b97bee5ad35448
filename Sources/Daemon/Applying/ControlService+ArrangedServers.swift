import Shared
import Store

/// The servers that a file for `agent apply` wants.
extension ControlService {
    /// What is to be done about a server.
    enum ServerStep {
        case register(Arrangement.Server, url: String, token: Secret?)
        case set(Arrangement.Setting, of: String)
        case remove(String)

        var change: ArrangementReport.Change {
            switch self {
            case .register(let server, let url, _):
                .init(action: .add, subject: .server, name: server.name, detail: "registered at \(url.host)")
            case .set(let setting, let name):
                .init(action: .change, subject: .server, name: name, detail: setting.shown)
            case .remove(let name): .init(action: .remove, subject: .server, name: name)
            }
        }
    }

    func serverSteps(_ wanted: Arrangement) async throws -> [ServerStep] {
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
        if let kind = wanted.kind, kind != record.kind {
            throw ControlFailure(
                .badData,
                "\(wanted.place): kind = \(kind.printable(limit: 40)): it is registered as \(record.kind); 'agent servers remove "
                    + "\(record.name)' first, or take another name"
            )
        }
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
        let place = server.place
        do throws(ControlFailure) {
            try ServerName.check(server.name)
        } catch {
            throw ControlFailure(.badData, "\(place): \(error)")
        }
        let kind: any ServerKind
        do throws(ControlFailure) {
            kind = try self.kind(named: server.kind)
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
                return .register(server, url: url, token: try folder.secret(name, isKeyLine: !isHome(kind)))
            } catch {
                throw ControlFailure(error.exitCode, "line \(line): token-credential: \(error)")
            }
        case nil:
            throw ControlFailure(
                .badData,
                "\(place): this machine is not registered there yet, and the section has neither "
                    + "\(isHome(kind) ? "token-file" : "key-file") nor token-credential"
            )
        }
    }

    func carryOut(_ step: ServerStep, _ report: inout ArrangementReport) async {
        var line: Int?
        var place = ""
        do {
            switch step {
            case .register(let server, let url, let token):
                line = server.line
                place = "[server \(server.name)]: "
                report.notes += try await register(server, at: url, with: token)
            case .set(let setting, let name):
                line = setting.line
                place = "\(setting.key): "
                let changed = try await set(setting.change, of: name)
                if let problem = changed.problem {
                    report.notes.append("\(name) does not answer as it should yet: \(problem)")
                }
            case .remove(let name):
                let removed = try await removeServer(name)
                let isHome = removed.kind == configuration.serverKinds.first?.name
                report.notes.append(
                    isHome
                        ? "in Home Assistant, delete the device '\(removed.deviceName)'"
                        : "what \(name) received stays there; take this machine's line out of its key file"
                )
            }
            report.changes.append(step.change)
        } catch {
            let failure = ControlFailure(of: error)
            // What would be wrong on a command line is wrong in the file.
            let exitCode = failure.exitCode == .usage ? .badData : failure.exitCode
            report.problems.append(.init(line: line, message: "\(place)\(failure)", exitCode: exitCode))
        }
    }

    /// Whether servers of a kind are Home Assistants, rather than receivers with a key.
    private func isHome(_ kind: any ServerKind) -> Bool { kind.name == configuration.serverKinds.first?.name }

    /// - Returns: What is still to be done at the server, for people.
    private func register(
        _ server: Arrangement.Server,
        at url: String,
        with token: Secret?
    ) async throws -> [String] {
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
        let added = try await add(new)
        for change in later { _ = try await set(change, of: server.name) }
        guard let problem = added.problem else { return [] }
        return [
            "nothing would arrive at \(added.name) yet: \(problem); it must know this machine as agent \(added.agentID)"
        ]
    }
}

extension Arrangement.Setting {
    /// For people.
    fileprivate var shown: String {
        switch change {
        case .url(let text), .externalURL(let text?): "\(key) = \(text.host)"
        default: key
        }
    }
}

extension Arrangement.Server {
    /// For people.
    fileprivate var place: String { "line \(line): [server \(name.printable(limit: 40))]" }
}

extension String {
    /// Of a URL what names the server. A receiver's path may be as good as a password, and this is what is logged elsewhere.
    fileprivate var host: String {
        // What is no URL is refused when it is used, with a reason.
        (try? ServerURL(self))?.text ?? printable(limit: 200)
    }
}
