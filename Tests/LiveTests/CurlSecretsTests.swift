import HTTPServer
import Shared
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(5)))
struct CurlSecretsTests {
    @Test("no error's text holds a part of the URL but its host, or a header, or the body")
    func errorTexts() async throws {
        let plain = try HTTPServer { request in
            switch request.query["do"] {
            case "drop": ServerResponse(ending: .dropWithoutAnswer)
            case "wait": ServerResponse(ending: .neverAnswer)
            default: ServerResponse(body: Array("too long".utf8))
            }
        }
        let tls = try HTTPServer(tls: CurlTestCertificate.tls) { _ in ServerResponse() }
        let closed = try CurlByteListener()
        let faraway = CurlTransport(certificates: "/etc/ssl/certs", isLocal: { _ in false })
        let longName = String(repeating: "a", count: 70)

        var texts: [String] = []
        for (transport, address, action) in [
            (CurlTransport(), "http://u:topsecret@127.0.0.1:\(plain.port)", "drop"),
            (CurlTransport(), "http://u:topsecret@127.0.0.1:\(plain.port)", "wait"),
            (CurlTransport(), "http://u:topsecret@127.0.0.1:\(plain.port)", "answer"),
            (faraway, "http://u:topsecret@127.0.0.1:\(plain.port)", "answer"),
            (CurlTransport(), "http://u:topsecret@127.0.0.1:\(closed.port)", "answer"),
            (CurlTransport(), "https://u:topsecret@127.0.0.1:\(plain.port)", "answer"),
            (CurlTransport(), "https://u:topsecret@127.0.0.1:\(tls.port)", "answer"),
            (CurlTransport(), "http://u:topsecret@\(longName).test", "answer"),
            (CurlTransport(), "ftp://u:topsecret@127.0.0.1", "answer"),
            (CurlTransport(), "http://u:topsecret@127.0.0.1:99999999", "answer"),
            (CurlTransport(), "http://u:topsecret@[::1", "answer"),
        ] {
            let request = HTTPRequest(
                method: .post,
                url: Secret("\(address)/api/webhook/topsecret?key=topsecret&do=\(action)#topsecret"),
                headers: [("X-Topsecret", Secret("topsecret"))],
                body: Array("topsecret".utf8),
                timeout: action == "wait" ? .milliseconds(50) : .seconds(30),
                longestAnswer: 3
            )
            let error = await #expect(throws: HTTPError.self) { try await transport.connection().send(request) }
            texts.append("\(String(describing: error)) \(String(reflecting: error))")
        }
        #expect(texts.count == 11)
        for text in texts {
            #expect(!text.lowercased().contains("topsecret"))
            #expect(!text.contains("/api"))
        }
    }
}
