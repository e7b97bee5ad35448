package import SensorSDK
import Shared

/// The network interfaces of this machine: link, addresses, counters and rates, and which one leads out.
///
/// Sources: `/sys/class/net`, `/proc/net/route`, `/proc/net/ipv6_route`, `/proc/net/if_inet6`, and `getifaddrs`.
package struct NetworkProvider: SensorProvider {
    private let context: ProviderContext
    private let things = ThingNames()
    private let meter = RateMeter()

    package init(context: ProviderContext) {
        self.context = context
    }

    package func sensors() async throws -> [Sensor] {
        let network = try network()
        return try network.sensors()
    }

    package func read(_ ids: Set<SensorID>) async -> [Reading] {
        let time = Current.instant
        var network: NetworkInterfaces
        do throws(FileError) {
            network = try self.network()
        } catch {
            return ids.map { Reading($0, .unavailable(error.reason), at: time) }
        }
        return ids.sorted().map { id in
            do throws(UnavailableReason) {
                return Reading(id, .value(try network.value(of: id, at: time.boot, meter)), at: time)
            } catch {
                return Reading(id, .unavailable(error), at: time)
            }
        }
    }

    package func changes() -> AsyncStream<ProviderChange> {
        Current.deviceEvents.changes([DeviceFilter(subsystem: "net")]) { notice in
            switch notice {
            case .overrun: [.listAgain, .readAgain(nil)]
            case .happened(let action, let device):
                // Containers and virtual machines make and drop interfaces all day, and none of them is offered.
                ["add", "remove", "move"].contains(action) && NetworkInterface.mayBeOffered(device)
                    ? [.listAgain, .readAgain(nil)] : []
            }
        }
    }

    private func network() throws(FileError) -> NetworkInterfaces {
        let world = Current
        return try NetworkInterfaces(world, context: context, things: things)
    }
}
