import SensorSDK

/// Passes on to the daemon what the plugins notice that it wants to hear of.
actor HostWatch {
    private let host: PluginHost
    private let wire: HostWire
    private var wanted: Set<String> = []
    private var tasks: [String: Task<Void, Never>] = [:]

    init(_ host: PluginHost, _ wire: HostWire) {
        self.host = host
        self.wire = wire
    }

    func set(_ request: HostRequest) async {
        guard let plugin = request.plugin else { return }
        if request.isOn == true {
            wanted.insert(plugin)
            await renew()
        } else {
            wanted.remove(plugin)
            tasks.removeValue(forKey: plugin)?.cancel()
        }
    }

    /// Listens to those that were not there before.
    func renew() async {
        for plugin in wanted where tasks[plugin] == nil {
            guard let changes = await host.changes(of: plugin), tasks[plugin] == nil else { continue }
            tasks[plugin] = Task {
                for await change in changes { self.tell(change, of: plugin) }
                self.ended(plugin)
            }
        }
    }

    func end() async {
        wanted = []
        let ending = Array(tasks.values)
        tasks = [:]
        for task in ending { task.cancel() }
        for task in ending { await task.value }
    }

    private func ended(_ plugin: String) {
        if !Task.isCancelled { tasks[plugin] = nil }
    }

    private func tell(_ change: ProviderChange, of plugin: String) {
        var message: HostMessage
        switch change {
        case .readAgain(let ids):
            message = HostMessage(.readAgain, plugin: plugin)
            message.ids = ids?.map(\.wire).sorted()
        case .listAgain: message = HostMessage(.listAgain, plugin: plugin)
        case .happened(let event):
            message = HostMessage(.event, plugin: plugin)
            message.event = PluginEvent(
                sensor: event.sensor.wire,
                action: event.action,
                name: event.name,
                vendor: event.vendor,
                model: event.model
            )
        }
        wire.send(message)
    }
}
