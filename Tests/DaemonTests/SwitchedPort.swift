import FakeHomeAssistant
import HTTPServer
import Synchronization

/// One address at which now this, now that server answers, as when a laptop moves between networks.
final class SwitchedPort: Sendable {
    private final class Target: Sendable {
        let server: Mutex<FakeHomeAssistant>

        init(_ server: FakeHomeAssistant) { self.server = Mutex(server) }
    }

    private let target: Target
    private let listener: HTTPServer

    /// - Parameter port: 0 takes any free one.
    init(to server: FakeHomeAssistant, port: UInt16 = 0) throws {
        let target = Target(server)
        self.target = target
        listener = try HTTPServer(address: .loopback(port)) { request in
            target.server.withLock { $0 }.answer(request)
        }
    }

    var url: String { "http://127.0.0.1:\(listener.port)" }

    func lead(to server: FakeHomeAssistant) {
        target.server.withLock { $0 = server }
    }

    func stop() { listener.stop() }
}
