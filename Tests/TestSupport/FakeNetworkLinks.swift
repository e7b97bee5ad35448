package import Shared
import Synchronization

/// Netlink of a machine that a test makes: what is not set is absent, and the kernel's files are the only way.
package final class FakeNetworkLinks: NetworkLinks {
    private struct State {
        var links: Result<[NetworkLink], NetworkLinksError> = .failure(.absent)
        var nextLinks: [NetworkLink]?
        var addresses: Result<[InterfaceAddress], NetworkLinksError> = .failure(.absent)
        var routes: Result<[DefaultRoute], NetworkLinksError> = .failure(.absent)
        var wireless: Result<[WirelessInterface], NetworkLinksError> = .failure(.absent)
        var accessPoints: [Int32: WirelessStation] = [:]
        var monitors: [AsyncStream<NetworkChanges>.Continuation] = []
        var listCount = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func set(_ links: [NetworkLink]) {
        state.withLock { $0.links = .success(links) }
    }

    /// What the interfaces are from the second question on.
    package func setNext(_ links: [NetworkLink]) {
        state.withLock { $0.nextLinks = links }
    }

    package func set(_ addresses: [InterfaceAddress]) {
        state.withLock { $0.addresses = .success(addresses) }
    }

    package func set(_ routes: [DefaultRoute]) {
        state.withLock { $0.routes = .success(routes) }
    }

    /// - Parameter accessPoints: By the number of the interface.
    package func set(_ wireless: [WirelessInterface], accessPoints: [Int32: WirelessStation] = [:]) {
        state.withLock { state in
            state.wireless = .success(wireless)
            state.accessPoints = accessPoints
        }
    }

    /// Makes every question fail.
    package func fail(with error: NetworkLinksError) {
        state.withLock { state in
            state.links = .failure(error)
            state.addresses = .failure(error)
            state.routes = .failure(error)
            state.wireless = .failure(error)
        }
    }

    /// Gives changes to every observer; unlike the kernel's they are not merged here.
    package func send(_ changes: NetworkChanges) {
        for monitor in state.withLock({ $0.monitors }) { monitor.yield(changes) }
    }

    /// Ends all observers.
    package func finish() {
        for monitor in state.withLock({ $0.monitors }) { monitor.finish() }
    }

    /// How often the interfaces were listed so far.
    package var listCount: Int { state.withLock { $0.listCount } }

    package func links() throws(NetworkLinksError) -> [NetworkLink] {
        let links = state.withLock { state in
            state.listCount += 1
            defer {
                if let next = state.nextLinks { state.links = .success(next) }
                state.nextLinks = nil
            }
            return state.links
        }
        return try links.get()
    }

    package func addresses() throws(NetworkLinksError) -> [InterfaceAddress] {
        try state.withLock { $0.addresses }.get()
    }

    package func defaultRoutes() throws(NetworkLinksError) -> [DefaultRoute] {
        try state.withLock { $0.routes }.get()
    }

    package func wirelessInterfaces() throws(NetworkLinksError) -> [WirelessInterface] {
        try state.withLock { $0.wireless }.get()
    }

    package func accessPoint(of link: Int32) throws(NetworkLinksError) -> WirelessStation? {
        let (wireless, accessPoint) = state.withLock { ($0.wireless, $0.accessPoints[link]) }
        _ = try wireless.get()
        return accessPoint
    }

    package func changes() -> AsyncStream<NetworkChanges> {
        let (stream, continuation) = AsyncStream.makeStream(of: NetworkChanges.self)
        state.withLock { $0.monitors.append(continuation) }
        return stream
    }
}
