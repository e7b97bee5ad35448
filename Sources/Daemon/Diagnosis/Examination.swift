import FoundationEssentials
import Glibc
import SensorSDK
import Shared
import Store

/// Looks at everything that reporting depends on, from inside of the daemon, where the keys and the sandbox are.
struct Examination: Sendable {
    let configuration: Configuration
    let settings: SettingsInForce
    let store: Store
    let registry: SensorRegistry
    let collector: Collector
    let uploaders: Uploaders
    let plugins: (any PluginService)?

    func run() async -> Diagnosis {
        // First: what was removed is put back by then.
        let database = await database()
        var checks = [permissions(), disk(), database, await secrets()]
        if let check = await settingsCheck() { checks.append(check) }
        let reports = await plugins?.reports() ?? []
        checks += await families(reports)
        checks += await pluginsCheck(reports)
        do {
            if let check = try await lapsesCheck() { checks.append(check) }
            if let check = try await devicesCheck() { checks.append(check) }
            checks.append(try await sandbox())
            if let check = Self.check(Current.power.coverage) { checks.append(check) }
            guard await !store.isCopy else {
                let advice =
                    "'agent servers renew' for a machine of its own, 'agent servers keep' for the same one, moved"
                let finding = "this looks like a copy of another machine, so that nothing is sent"
                return Diagnosis(checks: checks + [HealthCheck(.database, .fail, finding, advice: advice)])
            }
            for server in try await store.servers() {
                checks += await checkup(of: server)
                if let check = try await queueCheck(of: server) { checks.append(check) }
            }
        } catch {
            checks.append(Self.damaged("\(error)"))
        }
        return Diagnosis(checks: checks)
    }

    // MARK: This machine

    private func permissions() -> HealthCheck {
        let folder = configuration.stateDirectory
        for path in [folder, folder + "/agent.db", folder + "/outbox.db"] {
            var status = stat()
            guard stat(path, &status) == 0 else {
                return HealthCheck(
                    .permissions,
                    .fail,
                    "\(path): \(String(cString: strerror(errno)))",
                    advice:
                        "do not restart the daemon, which alone has what was in it: make it possible to write there, and it is put back"
                )
            }
            guard status.st_uid == geteuid() else {
                return HealthCheck(
                    .permissions,
                    .fail,
                    "\(path) belongs to another user (\(status.st_uid))",
                    advice: "give it back: 'chown -R' to the user that the daemon runs as"
                )
            }
            guard status.st_mode & 0o077 == 0 else {
                return HealthCheck(
                    .permissions,
                    .warn,
                    "others may look into \(path), which holds keys",
                    advice: "'chmod go= \(path)'"
                )
            }
        }
        let foreign = Self.foreignFiles(in: folder).map { $0.printable(limit: 80) }
        guard foreign.isEmpty else {
            return HealthCheck(
                .permissions,
                .warn,
                "\(folder) is for the daemon alone, but has files of other users: "
                    + foreign.joined(separator: ", ").printable(limit: 300),
                advice: "move them elsewhere; those of 'agent receive' go where its --positions says"
            )
        }
        return HealthCheck(.permissions, .ok, "\(folder) is the daemon's alone")
    }

    /// Files, not folders: the top of a file system has one of root's, `lost+found`.
    private static func foreignFiles(in folder: String) -> [String] {
        // A folder that can't be listed was told of before.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { name in
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { return false }
            return status.st_mode & S_IFMT != S_IFDIR && status.st_uid != geteuid()
        }
    }

    private func disk() -> HealthCheck {
        var status = statvfs()
        let folder = configuration.stateDirectory
        guard statvfs(folder, &status) == 0 else {
            return HealthCheck(
                .disk,
                .fail,
                "\(folder): \(String(cString: strerror(errno)))",
                advice: "look whether its file system is there: 'findmnt --target \(folder)'"
            )
        }
        return Self.disk(freeBytes: UInt64(status.f_bavail) * UInt64(status.f_frsize), in: folder)
    }

    static func disk(freeBytes: UInt64, in folder: String) -> HealthCheck {
        let megabytes = freeBytes / 1_000_000
        let size = megabytes < 10_000 ? "\(megabytes) MB" : "\(megabytes / 1000) GB"
        let state: HealthCheck.State = megabytes < 8 ? .fail : megabytes < 100 ? .warn : .ok
        return HealthCheck(
            .disk,
            state,
            "\(size) are free in \(folder)",
            advice: state == .ok ? nil : "free some space; without it nothing outlasts a restart"
        )
    }

    private func database() async -> HealthCheck {
        do {
            try await store.checkWritable()
            if let fault = try await store.fault() {
                return HealthCheck(
                    .database,
                    .fail,
                    fault.printable(limit: 200),
                    advice: "restart the daemon: it sets a damaged queue aside, and says what to do about the rest"
                )
            }
            return HealthCheck(.database, .ok, "sound and writable")
        } catch {
            return Self.damaged("\(error)")
        }
    }

    private static func damaged(_ finding: String) -> HealthCheck {
        HealthCheck(
            .database,
            .fail,
            finding.printable(limit: 400),
            advice:
                "free some space if the disk is full, make it writable if it is read-only; otherwise restart the daemon, which says "
                + "what to do about the rest"
        )
    }

    private func families(_ reports: [PluginReport]) async -> [HealthCheck] {
        // What is wrong with a plugin is among the plugins.
        let faulty = Set(reports.filter { Self.check($0) != nil }.map { PluginFamilies.prefix + $0.name })
        let complaints = await registry.complaints.filter { !faulty.contains($0.family) }
        guard complaints.isEmpty else {
            return complaints.map {
                HealthCheck(
                    .families,
                    .warn,
                    $0.description.printable(limit: 300),
                    advice: "the other families go on; 'agent reload' asks this one again"
                )
            }
        }
        return [HealthCheck(.families, .ok, "\(await registry.all.count) sensors are known")]
    }

    /// What is enabled and can't be read from where the daemon runs.
    private func sandbox() async throws -> HealthCheck {
        let enabled = Set(try await store.enablements().map(\.sensor)).sorted()
        var hidden: [SensorID] = []
        var forbidden: [SensorID] = []
        for id in enabled {
            switch await collector.lastReading(of: id)?.outcome {
            case .unavailable(.permission): forbidden.append(id)
            case .unavailable(.notPresent) where id.family == "storage": hidden.append(id)
            default: break
            }
        }
        if let barrier = await barrier(before: forbidden + hidden) {
            return HealthCheck(
                .sandbox,
                .warn,
                "enabled, but out of the daemon's reach: \(barrier.sensor): \(barrier.barrier)",
                advice: barrier.barrier.advice,
                sensors: forbidden + hidden
            )
        }
        let list = { (ids: [SensorID]) in ids.map(\.description).joined(separator: ", ").printable(limit: 300) }
        if !forbidden.isEmpty {
            return HealthCheck(
                .sandbox,
                .warn,
                "enabled, but the daemon may not read: \(list(forbidden))",
                advice:
                    "let it in with 'sudo systemctl edit sensor-agent', for example SupplementaryGroups=; see agent(1)",
                sensors: forbidden
            )
        }
        if !hidden.isEmpty {
            return HealthCheck(
                .sandbox,
                .warn,
                "enabled, but not mounted where the daemon can see it: \(list(hidden))",
                advice:
                    "mount it; below /tmp, /var/tmp and /run/user the service sees its own: see agent(1), Loosening the sandbox",
                sensors: hidden
            )
        }
        return HealthCheck(.sandbox, .ok, "nothing that is enabled is out of reach")
    }

    /// The first of these sensors of which it is known what keeps the daemon from it.
    private func barrier(before ids: [SensorID]) async -> (sensor: SensorID, barrier: Barrier)? {
        for id in ids {
            // A file system is called by the path at which it is mounted.
            guard let path = await registry.sensor(id)?.device, let barrier = Barrier(before: path) else { continue }
            return (id, barrier)
        }
        return nil
    }

    // MARK: Servers

    private func checkup(of server: ServerRecord) async -> [HealthCheck] {
        do {
            guard let kind = configuration.serverKinds.first(where: { $0.name == server.kind }) else {
                return [
                    HealthCheck(
                        .url,
                        of: server.name,
                        .fail,
                        "servers of the kind '\(server.kind)' are not known here",
                        advice:
                            "install the version again that it was added with, or 'agent servers remove \(server.name)'"
                    )
                ]
            }
            // A link of its own: nobody waits for the uploader's, which may be in the middle of a long pause.
            let link = try kind.link(to: server)
            defer { link.close() }
            let receipt = await Deadline.run(.seconds(40)) { await link.deliver(Batch()) }
            guard let receipt else {
                return [
                    HealthCheck(
                        .connection,
                        of: server.name,
                        .fail,
                        "no answer within 40 s",
                        advice:
                            "look whether it is overloaded, and what is between here and there; all is kept meanwhile"
                    )
                ]
            }
            // One that answers well may still take nothing of what waits for it.
            let rest = receipt.fault == nil ? await uploaders.uploader(of: server.id)?.tryAgain() : nil
            return ServerCheckup(server: server, fault: receipt.fault ?? rest).checks
        } catch {
            return [
                HealthCheck(
                    .key,
                    of: server.name,
                    .fail,
                    "\(error)",
                    advice: "'agent servers reconnect \(server.name)' makes new keys and keeps what is enabled"
                )
            ]
        }
    }
}
