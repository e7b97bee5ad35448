import SensorSDK
import Shared
import Store

/// What happens where the disk of another machine was copied to.
extension ControlService {
    static let copyNotice =
        "this looks like a copy of another machine, so that nothing is sent: 'agent servers renew' makes it a machine of its own, "
        + "'agent servers keep' says that it is the same one, moved"

    /// Compares this machine with the one that the registrations belong to.
    func checkMachine() async throws {
        try await store.checkMachine(machineHash(salt: store.salt))
        guard await store.isCopy else { return }
        guard try await store.servers().isEmpty else {
            return Log.error("this looks like a copy of another machine, nothing is sent", ["try": "agent status"])
        }
        // Nobody knows it yet.
        try await becomeOwn([])
        Log.info("started on another machine before, which had no server; all ids are made anew")
    }

    /// - Throws: ``ControlFailure`` for what would speak for the original.
    func checkOriginal(_ request: ControlRequest) async throws {
        switch request {
        case .addServer, .setServer, .reconnectServer:
            if await store.isCopy { throw ControlFailure(.badState, Self.copyNotice) }
        default: break
        }
    }

    func keepServers() async throws {
        let names = Set(try await store.servers().map(\.name))
        await begin(names)
        defer { end(names) }
        guard await store.isCopy, let hash = machineHash(salt: store.salt) else {
            throw ControlFailure(.usage, "this does not look like a copy; there is nothing to be decided")
        }
        try await store.setMachine(hash)
        Log.info("the machine was moved; it goes on as before")
        try await startUploaders()
    }

    func renewServers(_ tokens: [String: Secret]) async throws -> RenewedServers {
        let names = Set(try await store.servers().map(\.name))
        await begin(names)
        defer { end(names) }
        guard await store.isCopy else {
            // It would leave its devices behind, and lose what waits for them.
            throw ControlFailure(
                .usage,
                "this does not look like a copy, so it stays the machine that it is; 'agent servers reconnect NAME' makes new keys"
            )
        }
        let servers = try await store.servers()
        for server in servers where tokens[server.name] == nil {
            throw ControlFailure(.badData, "there is no token for the server \(server.name); nothing was done")
        }
        // Found out now, or the new registrations would be lost.
        try await store.checkWritable()
        for server in servers where renewed[server.id]?.isRegistered != true {
            try await register(server, with: tokens[server.name] ?? Secret(""))
        }
        for server in servers { await uploaders.stop(server.id) }
        try await becomeOwn(servers.compactMap { renewed[$0.id]?.record })
        renewed = [:]
        Log.info("all servers have another device for this machine", ["servers": "\(servers.count)"])
        try await startUploaders()
        let enabled = Set(try await store.enablements().map(\.sensor))
        let known = Set(await registry.all.map(\.id))
        return RenewedServers(
            servers: servers.map(\.name),
            enabledSensors: enabled.count,
            missing: enabled.subtracting(known).sorted()
        )
    }

    /// Registers a copy as a device of its own. A second attempt takes the same device, so that none is left over.
    private func register(_ server: ServerRecord, with token: Secret) async throws {
        var record = server
        record.deviceID = renewed[server.id]?.record.deviceID ?? Current.randomBytes(16).hexadecimal
        renewed[server.id] = (record, false)
        do {
            let registration = try await kind(of: server).register(
                Onboarding(
                    url: server.url,
                    token: token,
                    deviceName: server.deviceName,
                    deviceID: record.deviceID,
                    host: .read(),
                    allowsPlainHTTP: false,
                    previous: server.credentials,
                    isCopy: true
                )
            )
            record.credentials = registration.credentials
            record.url = registration.url
            record.version = registration.version
            // A receiver may know the copy by a name that its owner gave.
            record.deviceID = registration.deviceID ?? record.deviceID
            renewed[server.id] = (record, true)
        } catch let error as OnboardingError {
            throw ControlFailure(
                error.exitCode,
                "\(server.name): \(error). Nothing is changed here; try again, or 'agent servers remove \(server.name)' before"
            )
        }
    }

    private func becomeOwn(_ servers: [ServerRecord]) async throws {
        let salt = Current.randomBytes(16)
        let change = SaltChange(await registry.renamed(with: salt))
        // A host that has just come has hashed nothing yet.
        let enabled = Set(try await store.enablements().map(\.sensor))
        _ = await registry.read(enabled.filter { $0.family.hasPrefix(PluginFamilies.prefix) })
        // A host may rename what is its plugins', and nothing else.
        let ofPlugins = try await plugins.renamed(from: store.salt, to: salt).mapValues(SaltChange.init)
        try await store.renew(salt: salt, machine: machineHash(salt: salt), servers: servers) { id in
            (ofPlugins[id.family] ?? change).renamed(id)
        }
        try await registry.startAnew()
        try await plugins.look()
        for family in await registry.pluginFamilies { try await registry.refresh(family: family) }
        try await collector.enablementsChanged()
        for family in registry.familyNames { await collector.observeAnew(family) }
    }

    private func machineHash(salt: [UInt8]) -> [UInt8]? {
        MachineIdentity.hash(salt: salt, sha256: configuration.sha256)
    }
}
