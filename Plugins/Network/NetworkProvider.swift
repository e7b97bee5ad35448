package import SensorSDK
import Shared

/// The network interfaces of this machine: link, addresses, counters and rates, Wi-Fi, and which one leads out.
///
/// Sources: rtnetlink and nl80211; what they do not tell of a card, and all of a machine without netlink, is in
/// `/sys/class/net` and `/proc/net`.
package struct NetworkProvider: SensorProvider {
    private let context: ProviderContext
    private let things = ThingNames()
    private let memory = NetworkMemory()
    private let meter = RateMeter()

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        var network = try network()
        return try network.sensors()
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        var network: NetworkInterfaces
        do throws(NetworkLinksError) {
            network = try self.network()
        } catch {
            return ids.map { Reading($0, .unavailable(error.reason), at: time) }
        }
        return ids.sorted().map { id in
            do throws(UnavailableReason) {
                let (value, attributes) = try network.value(of: id, at: time.boot, meter)
                return Reading(id, .value(value), attributes: attributes, at: time)
            } catch {
                return Reading(id, .unavailable(error), at: time)
            }
        }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        let changes = Current.networkLinks.changes()
        let notices = Current.deviceEvents.notices([DeviceFilter(subsystem: "net")])
        let (stream, continuation) = AsyncStream.makeStream(
            of: ProviderChange.self,
            bufferingPolicy: .bufferingOldest(4)
        )
        let watch = NetworkWatch(named: Set(context.namedSources), memory, telling: continuation)
        let task = Task { await watch.run(changes, notices) }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func network() throws(NetworkLinksError) -> NetworkInterfaces {
        let world = Current
        return try NetworkInterfaces(world, context: context, things: things, memory: memory)
    }
}
