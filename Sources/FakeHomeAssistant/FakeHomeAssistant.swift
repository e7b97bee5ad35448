import FoundationEssentials
package import HTTPServer
package import Shared
import Synchronization

/// The `mobile_app` side of a Home Assistant, with its answers and traps, on loopback: for `agent demo` and for tests.
///
/// It speaks as 2024.3.3 was measured to. What our client never sends (plain registrations, zones, locations, services)
/// it does not know.
package final class FakeHomeAssistant: Sendable {
    /// A token that may register.
    package let token: Secret
    /// `http://127.0.0.1:<port>`
    package let url: String
    /// Every request to the webhook as it comes; for one reader. A slow one loses the oldest beyond a thousand.
    package let wire: AsyncStream<WireLine>

    private let service: Service
    private let server: HTTPServer

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - token: `nil` makes a random one.
    ///   - port: 0 takes any free one.
    ///   - version: What it says that it is.
    ///   - components: The integrations that are loaded.
    ///   - isRunning: `false`: it says that it is still starting.
    ///   - encrypts: `false`: registrations get no secret.
    ///   - acceptsOneRegistration: Every further one gets 403.
    /// - Throws: ``HTTPServerError``
    package init(
        token: Secret? = nil,
        port: UInt16 = 0,
        version: String = "2024.3.3",
        components: [String] = ["api", "http", "mobile_app", "webhook"],
        isRunning: Bool = true,
        encrypts: Bool = true,
        acceptsOneRegistration: Bool = false
    ) throws {
        let token = token ?? Secret(Home.hexadecimal(Current.randomBytes(32)))
        let home = Home(
            token: token,
            version: version,
            components: components,
            isRunning: isRunning,
            encrypts: encrypts,
            acceptsOneRegistration: acceptsOneRegistration,
            randomBytes: Current.randomBytes
        )
        let (wire, lines) = AsyncStream.makeStream(of: WireLine.self, bufferingPolicy: .bufferingNewest(1000))
        let service = Service(home: home, now: Current.now, lines: lines)
        // As the server's own limit: a longer body is thrown away, and nothing is said of it.
        server = try HTTPServer(
            address: .loopback(port),
            longestBody: (16 << 20) - 1,
            tooLong: { ServerResponse() }
        ) { service.answer($0) }
        self.service = service
        self.token = token
        self.wire = wire
        url = "http://127.0.0.1:\(server.port)"
    }

    /// What every machine that is registered told of its sensors, in order of registration.
    package func entities() -> [Entity] {
        service.read { $0.machines.flatMap(\.entities) }
    }

    /// The last ten thousand events on the bus, in order of arrival.
    package var events: [FiredEvent] {
        service.read { $0.events }
    }

    /// The last ten thousand requests to the webhook.
    package var wireLines: [WireLine] {
        service.read { $0.wire }
    }

    /// The last thousand messages that the server could open, in order of arrival.
    package var openedMessages: [OpenedMessage] {
        service.read { $0.opened }
    }

    /// The machines that are registered, by name.
    package var deviceNames: [String] {
        service.read { $0.machines.map(\.deviceName) }
    }

    /// Their device ids.
    package var deviceIDs: [String] {
        service.read { $0.machines.map(\.deviceID) }
    }

    package func behave(_ fault: Fault) {
        service.change { $0.behave(fault) }
    }

    /// Answers one request without a socket.
    package func answer(_ request: ServerRequest) -> ServerResponse {
        service.answer(request)
    }

    /// Ends all connections; a client is refused from then on. What was learnt stays readable.
    package func stop() {
        server.stop()
        service.finish()
    }
}
