import FoundationEssentials
import Sealing
import Shared
import Synchronization
import TestSupport

/// The far end of a link in a test: opens what is sent and answers as the test says, well when it says nothing.
final class WebhookServer: Sendable {
    enum Reply: Sendable {
        case sealed(String, status: Int = 200)
        /// In clear.
        case plain(Int, String)
        case failure(HTTPError)
        case redirect(Int, to: String)
        /// 429
        case busy(retryAfter: Duration)
        /// Whatever the server says else, over a new connection.
        case overNewConnection
        /// Whatever the server says else.
        case good

        var isSealed: Bool {
            if case .sealed = self { true } else { false }
        }
    }

    struct Call: Sendable {
        let request: HTTPRequest
        let command: String
        let plaintext: String
    }

    static let key = Secret(String(repeating: "0123456789abcdef", count: 4))
    static let webhookID = String(repeating: "fedcba9876543210", count: 4)

    private struct State {
        var calls: [Call] = []
        var replies: [String: [Reply]] = [:]
        var standing: [String: Reply] = [:]
    }

    private let state = Mutex(State())
    private let box: SecretBox
    let version: String

    init(version: String = "2024.3.3") throws {
        box = try SecretBox(hexadecimal: Self.key)
        self.version = version
    }

    /// Each of these answers the command once, in order, before it is answered well again.
    func answer(_ command: String, _ replies: Reply...) {
        state.withLock { $0.replies[command, default: []] += replies }
    }

    func alwaysAnswer(_ command: String, _ reply: Reply) {
        state.withLock { $0.standing[command] = reply }
    }

    func hasStandingAnswer(to command: String) -> Bool {
        state.withLock { $0.standing[command] != nil }
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var commands: [String] { calls.map(\.command) }

    func calls(_ command: String) -> [Call] { calls.filter { $0.command == command } }

    func seal(_ text: String) -> String {
        let sealed = box.seal(Array(text.utf8))
        return #"{"encrypted":true,"encrypted_data":"\#(sealed)"}"#
    }

    var transport: FakeHTTPTransport {
        FakeHTTPTransport { [self] request in respond(to: request) }
    }

    private func respond(to request: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
        let call: Call
        do {
            let envelope = try JSONDecoder().decode(Envelope.self, from: Data(request.body))
            let plaintext = try box.open(envelope.encrypted_data)
            call = Call(request: request, command: envelope.type, plaintext: String(decoding: plaintext, as: UTF8.self))
        } catch {
            return .failure(
                .connectionBroken(host: "fake", detail: "the test's server could not open a request: \(error)")
            )
        }
        let (reply, isFirst) = state.withLock { state -> (Reply?, Bool) in
            state.calls.append(call)
            let isFirst = state.calls.count == 1
            if let replies = state.replies[call.command], let reply = replies.first {
                state.replies[call.command] = Array(replies.dropFirst())
                return (reply, isFirst)
            }
            return (state.standing[call.command], isFirst)
        }
        var response: HTTPResponse
        switch reply {
        case .failure(let error): return .failure(error)
        case .plain(let status, let body): response = HTTPResponse(status: status, body: Array(body.utf8))
        case .redirect(let status, let target): response = HTTPResponse(status: status, body: [], location: target)
        case .busy(let pause): response = HTTPResponse(status: 429, body: [], retryAfter: pause)
        case .sealed(let text, let status): response = HTTPResponse(status: status, body: Array(seal(text).utf8))
        case .overNewConnection, .good, nil: response = goodAnswer(to: call)
        }
        response.isSameConnection = !isFirst
        if case .overNewConnection = reply { response.isSameConnection = false }
        return .success(response)
    }

    private func goodAnswer(to call: Call) -> HTTPResponse {
        do {
            let data = Data(call.plaintext.utf8)
            switch call.command {
            case "render_template":
                let templates = try JSONDecoder().decode([String: [String: String]].self, from: data)
                return sealed(#"{"c":"\#(templates["c"]?["template"] ?? "")"}"#)
            case "get_config": return sealed(#"{"version":"\#(version)","entities":{},"latitude":1.5}"#)
            case "register_sensor": return sealed(#"{"success":true}"#, status: 201)
            case "update_sensor_states":
                let items = try JSONDecoder().decode([Item].self, from: data)
                return sealed("{" + items.map { #""\#($0.unique_id)":{"success":true}"# }.joined(separator: ",") + "}")
            default: return HTTPResponse(status: 200, body: Array("{}".utf8))
            }
        } catch {
            return HTTPResponse(status: 500, body: [])
        }
    }

    private func sealed(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(seal(text).utf8))
    }

    private struct Envelope: Decodable {
        var type: String
        var encrypted_data: String
    }

    private struct Item: Decodable {
        var unique_id: String
    }
}
