import SensorSDK
package import Shared

/// The host's end of the connection: answers the daemon until it is gone, then ends all plugins.
package struct HostSession: Sendable {
    private let host: PluginHost
    private let sha256: @Sendable ([UInt8]) -> [UInt8]
    private let names = HostedNames()

    /// - Parameter sha256: See `ProviderContext`.
    package init(_ host: PluginHost, sha256: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.host = host
        self.sha256 = sha256
    }

    /// Returns when the daemon is gone or the task was cancelled, and no plugin is left.
    ///
    /// - Parameters:
    ///   - socket: Connected to the daemon.
    ///   - onHealth: Called with the number of plugins that may be run, whenever the daemon was told.
    package func run(_ socket: LineSocket, onHealth: @escaping @Sendable (Int) -> Void = { _ in }) async {
        let wire = HostWire(socket)
        let watch = HostWatch(host, wire)
        await withDiscardingTaskGroup { group in
            group.addTask { await wire.write() }
            group.addTask { await host.run() }
            group.addTask {
                for await _ in host.news() { await look(wire, watch, onHealth: onHealth) }
            }
            await look(wire, watch, onHealth: onHealth)
            while let line = await wire.next() {
                do throws(PluginLineError) {
                    let request: HostRequest = try PluginLine.decode(from: line)
                    if request.request == .watch {
                        await watch.set(request)
                    } else {
                        group.addTask { await answer(request, wire, watch, onHealth: onHealth) }
                    }
                } catch {
                    Log.error("the daemon said what can't be understood", ["reason": "\(error)"])
                    break
                }
            }
            await watch.end()
            await host.stop()
            // Last: a daemon that stops waits for it, so that it leaves nothing behind.
            wire.close()
            group.cancelAll()
        }
    }

    private func answer(
        _ request: HostRequest,
        _ wire: HostWire,
        _ watch: HostWatch,
        onHealth: @Sendable (Int) -> Void
    ) async {
        switch request.request {
        case .list where request.plugin == nil: await look(wire, watch, answering: request.number, onHealth: onHealth)
        case .list: await list(request, wire)
        case .read: await read(request, wire)
        case .restart, .reset:
            let name = request.plugin ?? ""
            _ = request.request == .reset ? await host.reset(name) : await host.restart(name)
            await health(wire, answering: request, onHealth: onHealth)
        case .rename:
            var answer = HostMessage(.names, number: request.number, plugin: request.plugin)
            answer.names = names.renamed(request)
            wire.send(answer)
        case .watch: break
        }
    }

    private func look(
        _ wire: HostWire,
        _ watch: HostWatch,
        answering number: Int? = nil,
        onHealth: @Sendable (Int) -> Void
    ) async {
        _ = await host.look()
        await watch.renew()
        await health(wire, answering: number.map { HostRequest(.list, number: $0) }, onHealth: onHealth)
    }

    private func health(_ wire: HostWire, answering request: HostRequest?, onHealth: @Sendable (Int) -> Void) async {
        var message = HostMessage(.health, number: request?.number, plugin: request?.plugin)
        let plugins = await host.hosted()
        send(plugins, wire) { part, hasMore in
            message.plugins = PluginItems(part)
            message.hasMore = hasMore ? true : nil
            return message
        }
        onHealth(plugins.count(where: \.isRun))
    }

    private func list(_ request: HostRequest, _ wire: HostWire) async {
        var answer = HostMessage(.list, number: request.number, plugin: request.plugin)
        guard let provider = await provider(for: request) else {
            answer.fault = "there is no such plugin"
            return wire.send(answer)
        }
        do {
            let sensors = try await provider.sensors().prefix(HostLink.mostSensors).map { sensor in
                PluginSensor(
                    sensor,
                    id: try PluginID(sensor.id.wire),
                    formerIDs: try sensor.formerIDs.map { try PluginID($0.wire) }
                )
            }
            let refused = await host.refused(by: request.plugin ?? "").prefix(HostLink.mostSensors).map(\.wire)
            send(sensors, wire) { part, hasMore in
                answer.sensors = PluginItems(part)
                answer.refused = hasMore || refused.isEmpty ? nil : refused
                answer.hasMore = hasMore
                return answer
            }
        } catch {
            answer.fault = "\(error)".printable(limit: 300)
            wire.send(answer)
        }
    }

    private func read(_ request: HostRequest, _ wire: HostWire) async {
        var answer = HostMessage(.read, number: request.number, plugin: request.plugin)
        var readings: [PluginReading] = []
        if let provider = await provider(for: request) {
            let family = FoundPlugin.prefix + (request.plugin ?? "")
            // One that is no id is left out, and so unavailable.
            let ids = (request.ids ?? []).compactMap { try? SensorID("\(family).\($0)") }
            readings = await provider.read(Set(ids)).map(PluginReading.init)
        }
        send(readings, wire) { part, hasMore in
            answer.readings = PluginItems(part)
            answer.hasMore = hasMore
            return answer
        }
    }

    /// Whatever a plugin says costs that plugin alone: what fits into no line is left out, and so has no value.
    private func send<Item: Codable & Sendable & Hashable>(
        _ items: [Item],
        _ wire: HostWire,
        message: ([Item], Bool) -> HostMessage
    ) {
        do throws(PluginLineError) {
            let lines = try HostLines(items, message: message)
            if !lines.tooLong.isEmpty {
                Log.warning("a plugin says more than fits into a line", ["left_out": "\(lines.tooLong.count)"])
            }
            wire.send(lines: lines.lines)
        } catch {
            Log.error("a message to the daemon can't be made", ["reason": "\(error)"])
            wire.send(message([], false))
        }
    }

    private func provider(for request: HostRequest) async -> (any SensorProvider)? {
        guard let name = request.plugin, let context = HostedContext(request) else { return nil }
        return await host.provider(
            of: name,
            context.providerContext(
                family: FoundPlugin.prefix + name,
                sha256: names.digest(of: name, salt: context.salt, sha256)
            ),
            granted: Set(request.granted ?? [])
        )
    }
}

extension PluginReading {
    fileprivate init(_ reading: Reading) {
        self.init(id: reading.sensor.wire)
        switch reading.outcome {
        case .value(let value):
            self.value = PluginValue(value)
            attributes = reading.attributes.isEmpty ? nil : reading.attributes.mapValues(PluginValue.init)
        case .unavailable(let reason): unavailable = reason.rawValue
        }
    }
}
