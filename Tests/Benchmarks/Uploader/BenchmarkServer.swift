import FoundationEssentials
import HTTPServer
import Sealing
import Shared

/// The least that answers as Home Assistant's webhook does, so that both programs are measured and not their server.
struct BenchmarkServer {
    static let key = Secret(String(repeating: "0123456789abcdef", count: 4))
    static let webhookID = String(repeating: "fedcba9876543210", count: 4)

    private struct Envelope: Decodable {
        var type: String
        var encrypted_data: String
    }

    private struct Item: Decodable {
        var unique_id: String
    }

    func serve() async throws {
        let box = try SecretBox(hexadecimal: Self.key)
        let server = try HTTPServer { request in
            // A request that nobody can read gets what Home Assistant gives.
            guard let text = try? Self.answer(request.body, box) else { return ServerResponse(body: Array("{}".utf8)) }
            return ServerResponse(headers: ["Content-Type": "application/json"], body: Array(text.utf8))
        }
        UploaderBenchmark.say("http://127.0.0.1:\(server.port)")
        while readLine() != nil {}
        server.stop()
    }

    private static func answer(_ body: [UInt8], _ box: SecretBox) throws -> String {
        let envelope = try JSONDecoder().decode(Envelope.self, from: Data(body))
        let data = Data(try box.open(envelope.encrypted_data))
        let content: String
        switch envelope.type {
        case "render_template":
            let word = try JSONDecoder().decode([String: [String: String]].self, from: data)["c"]?["template"] ?? ""
            content = #"{"c":"\#(word)"}"#
        case "get_config": content = #"{"version":"2024.3.3","entities":{}}"#
        case "register_sensor": content = #"{"success":true}"#
        case "update_sensor_states":
            let items = try JSONDecoder().decode([Item].self, from: data)
            content = "{" + items.map { #""\#($0.unique_id)":{"success":true}"# }.joined(separator: ",") + "}"
        default: return "{}"
        }
        return #"{"encrypted":true,"encrypted_data":"\#(box.seal(Array(content.utf8)))"}"#
    }
}
