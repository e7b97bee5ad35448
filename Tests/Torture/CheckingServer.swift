import FakeHomeAssistant
import FoundationEssentials
import HTTPServer
import Shared
import Synchronization

/// A stand-in for Home Assistant that looks at every request twice: as it comes over the wire, and once it is opened.
final class CheckingServer: Sendable {
    private struct State {
        var arrivals: Arrivals
        var requests = 0
        /// The last message that was looked at.
        var lastOpened = 0
    }

    let token: Secret
    let url: String

    private let server: HTTPServer
    private let home: FakeHomeAssistant
    private let state: Mutex<State>
    private let inbox: Inbox

    /// Breaks the circle between the server and its handler.
    private final class Inbox: Sendable {
        let look = Mutex<(@Sendable (ServerRequest) -> ServerResponse)?>(nil)
    }

    init(enabled: Set<String>) throws {
        home = try FakeHomeAssistant()
        let inbox = Inbox()
        server = try HTTPServer { request in
            let look = inbox.look.withLock { $0 }
            return look?(request) ?? ServerResponse(status: 503)
        }
        token = home.token
        url = "http://127.0.0.1:\(server.port)"
        state = Mutex(State(arrivals: Arrivals(enabled: enabled)))
        self.inbox = inbox
        inbox.look.withLock { look in look = { [weak self] in self?.take($0) ?? ServerResponse(status: 503) } }
    }

    var arrivals: Arrivals { state.withLock { $0.arrivals } }

    var requests: Int { state.withLock { $0.requests } }

    func behave(_ fault: Fault) { home.behave(fault) }

    func allowFlip(in life: Int) { state.withLock { $0.arrivals.allowFlip(in: life) } }

    private func take(_ request: ServerRequest) -> ServerResponse {
        let life = request.headers[MarkedTransport.header.lowercased()].flatMap { Int($0) } ?? 0
        let isWebhook = request.path.hasPrefix("/api/webhook/")
        if isWebhook { checkWire(request.body, in: life) }
        let response = home.answer(request)
        guard isWebhook, let message = home.openedMessages.last else { return response }
        state.withLock { state in
            guard message.number > state.lastOpened else { return }
            state.lastOpened = message.number
            Self.note(message, in: life, &state.arrivals)
        }
        return response
    }

    /// Nothing but a sealed box goes over the wire.
    private func checkWire(_ body: [UInt8], in life: Int) {
        struct Outer: Decodable {
            var type: String
            var encrypted: Bool
            var encrypted_data: String
        }
        // Anything else is what is being looked for.
        let outer = try? JSONDecoder().decode(Outer.self, from: Data(body))
        let isSealed = outer?.encrypted == true && body.firstRange(of: Array("torture".utf8)) == nil
        state.withLock { state in
            state.requests += 1
            if !isSealed { state.arrivals.fault("life \(life) sent plain bytes") }
        }
    }

    private static func note(_ message: OpenedMessage, in life: Int, _ arrivals: inout Arrivals) {
        do {
            switch try SentMessage(message.command, message.plaintext) {
            case .registration(let sensor, let isOff): arrivals.tookRegistration(of: sensor, isOff: isOff, in: life)
            case .states(let items):
                for item in items { arrivals.tookState(of: item.sensor, item.value, in: life) }
            case .event(let event): arrivals.tookEvent(event, in: life)
            case .other: break
            }
        } catch {
            arrivals.fault("life \(life) sent a \(message.command) that nobody can read: \(error)")
        }
    }
}
