/// What a plugin answers between hello and bye.
actor PluginSession<Plugin: SensorPlugin> {
    private let plugin: Plugin
    private let family: String
    private let ledger: SecretLedger
    private let output: PluginOutput
    private var watched: Set<SensorID> = []
    private var observer: Task<Void, Never>?

    init(_ plugin: Plugin, family: String, ledger: SecretLedger, output: PluginOutput) {
        self.plugin = plugin
        self.family = family
        self.ledger = ledger
        self.output = output
    }

    func answer(_ request: PluginRequest) async -> PluginMessage {
        switch request {
        case .list:
            do {
                let sensors = try await plugin.sensors()
                return .list(
                    PluginItems(
                        sensors.map {
                            PluginSensor($0, id: ledger.wire($0.id), formerIDs: $0.formerIDs.map(ledger.wire))
                        }
                    )
                )
            } catch {
                return .error("\(error)")
            }
        case .read(let ids): return .read(PluginItems(await read(ids)))
        case .watch(let ids):
            watch(Set(ids.compactMap(local)))
            return .watch
        case .health: return .health(nil)
        case .bye: return .bye
        case .hello: return .error("hello was said before")
        case .other(let word): return .error("the request '\(word)' is not known here")
        }
    }

    private func read(_ ids: [String]) async -> [PluginReading] {
        let wanted = Dictionary(ids.compactMap { id in local(id).map { ($0, id) } }, uniquingKeysWith: { $1 })
        let readings = await plugin.read(Set(wanted.keys))
        let answers = Dictionary(readings.map { ($0.sensor, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.map { id in
            guard let reading = local(id).flatMap({ answers[$0] }) else {
                return PluginReading(id: id, unavailable: UnavailableReason.notPresent.rawValue)
            }
            switch reading.outcome {
            case .unavailable(let reason): return PluginReading(id: id, unavailable: reason.rawValue)
            case .value(.number(let number)) where !number.isFinite:
                return PluginReading(id: id, unavailable: UnavailableReason.malformed.rawValue)
            case .value(let value):
                let attributes = reading.attributes.mapValues { PluginValue($0) }
                return PluginReading(
                    id: id,
                    value: PluginValue(value),
                    attributes: attributes.isEmpty ? nil : attributes
                )
            }
        }
    }

    /// `nil` for what is no id; the host gave it, so that it was ours once.
    private func local(_ id: String) -> SensorID? {
        guard let parsed = try? PluginID(id) else { return nil }
        return try? ledger.local(parsed, family: family)
    }

    // MARK: Watching

    private func watch(_ ids: Set<SensorID>) {
        watched = ids
        if ids.isEmpty {
            observer?.cancel()
            observer = nil
        } else if observer == nil {
            // In place before the answer, so that nothing is missed between.
            let changes = plugin.changes()
            observer = Task {
                for await change in changes { self.push(change) }
            }
        }
    }

    private func push(_ change: ProviderChange) {
        switch change {
        case .listAgain: output.write(.listAgain)
        case .readAgain(nil): output.write(.readAgain(nil))
        case .readAgain(let ids?):
            let told = ids.intersection(watched)
            guard !told.isEmpty else { return }
            output.write(.readAgain(told.map { ledger.wire($0).description }))
        case .happened(let event):
            guard watched.contains(event.sensor) else { return }
            output.write(
                .happened(
                    PluginEvent(
                        sensor: ledger.wire(event.sensor).description,
                        action: event.action,
                        name: event.name,
                        vendor: event.vendor,
                        model: event.model
                    )
                )
            )
        }
    }
}
