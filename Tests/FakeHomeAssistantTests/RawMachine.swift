import FakeHomeAssistant
import FoundationEssentials
import HTTPServer
import Sealing
import Shared
import Testing

/// A machine that sends whatever a test wants, without our client and without a socket.
struct RawMachine {
    let server: FakeHomeAssistant
    let webhookID: String
    let box: SecretBox

    static let registration = #"""
        {"device_id":"d1","app_id":"a","app_name":"n","app_version":"1","device_name":"Raw","manufacturer":"m","model":"m",
        "os_name":"o","os_version":"1","supports_encryption":true}
        """#

    init(_ server: FakeHomeAssistant, registration: String = registration) throws {
        struct Answer: Decodable {
            var webhook_id: String
            var secret: String
        }
        let response = Self.register(on: server, registration)
        try #require(response.status == 201)
        let answer = try JSONDecoder().decode(Answer.self, from: Data(response.body))
        self.server = server
        webhookID = answer.webhook_id
        box = try SecretBox(hexadecimal: Secret(answer.secret))
    }

    static func register(
        on server: FakeHomeAssistant,
        _ body: String,
        token: String? = nil
    ) -> ServerResponse {
        server.answer(
            ServerRequest(
                method: "POST",
                path: "/api/mobile_app/registrations",
                headers: ["authorization": "Bearer \(token ?? server.token.exposed)"],
                body: Array(body.utf8)
            )
        )
    }

    /// Sends a body as it is.
    func post(_ body: String) -> ServerResponse {
        server.answer(ServerRequest(method: "POST", path: "/api/webhook/\(webhookID)", body: Array(body.utf8)))
    }

    /// Sends a command sealed; the answer's text is opened if it was sealed, with `sealed:` in front.
    func send(_ command: String, _ data: String) throws -> String {
        struct Sealed: Decodable {
            var encrypted_data: String
        }
        let sealed = box.seal(Array(data.utf8))
        let response = post(#"{"type":"\#(command)","encrypted":true,"encrypted_data":"\#(sealed)"}"#)
        let text = String(decoding: response.body, as: UTF8.self)
        guard text.contains("encrypted_data") else { return "\(response.status) \(text)" }
        let answer = try JSONDecoder().decode(Sealed.self, from: Data(response.body))
        return "\(response.status) sealed: \(String(decoding: try box.open(answer.encrypted_data), as: UTF8.self))"
    }

    func entity(_ id: String) throws -> Entity {
        try #require(server.entities().first { $0.uniqueID == id })
    }
}
