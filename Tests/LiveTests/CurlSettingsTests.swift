import HTTPServer
import Shared
import Testing

@testable import Live

/// What an owner sets of how a server is reached: pinned keys, a certificate of this machine's own, a proxy.
@Suite(.timeLimit(.minutes(5)))
struct CurlSettingsTests {
    @Test("a pinned key lets only the server through that has it, before any byte of the request")
    func pin() async throws {
        let (server, seen) = try HTTPServer.recording(tls: CurlTestCertificate.tls)
        var request = HTTPRequest(method: .get, url: server.url("/secret", scheme: "https", host: "localhost"))
        request.settings.certificates = CurlTestCertificate.tls.certificate
        let other = "sha256//" + String(repeating: "A", count: 43) + "="
        request.settings.pinnedKeys = other
        let wrong = request
        let error = await #expect(throws: HTTPError.self) { try await CurlTransport().connection().send(wrong) }
        #expect(
            error == .untrusted(host: "localhost", detail: "its public key is none of those that are pinned"),
            "\(String(describing: error))"
        )
        #expect(seen().isEmpty)

        request.settings.pinnedKeys = "\(other);\(CurlTestCertificate.pin)"
        let response = try await CurlTransport().connection().send(request)
        #expect(response.status == 200)
    }

    @Test("a pin does not make an unknown certificate a trusted one")
    func pinAlone() async throws {
        let (server, seen) = try HTTPServer.recording(tls: CurlTestCertificate.tls)
        var request = HTTPRequest(method: .get, url: server.url("/", scheme: "https", host: "localhost"))
        request.settings.pinnedKeys = CurlTestCertificate.pin
        let pinned = request
        await #expect(throws: HTTPError.self) { try await CurlTransport().connection().send(pinned) }
        #expect(seen().isEmpty)
    }

    @Test("a server that asks for a certificate gets this machine's, and lets nobody in without")
    func clientCertificate() async throws {
        let both = CurlTestCertificate.tls.certificate + "\n" + CurlTestCertificate.tls.key + "\n"
        let folder = try TemporaryFolder()
        try folder.write(both, to: "/both.pem")
        try await TestPeer.with(["certificate", folder.path + "/both.pem"]) { peer in
            var request = HTTPRequest(method: .get, url: Secret("https://localhost:\(peer.port)/"))
            request.settings.certificates = CurlTestCertificate.tls.certificate
            let without = request
            await #expect(throws: HTTPError.self) { try await CurlTransport().connection().send(without) }

            request.settings.clientCertificate = Secret(both)
            let response = try await CurlTransport().connection().send(request)
            #expect(response.status == 200)
        }
    }

    @Test("https goes through the proxy, unreadable for it; plain http never does")
    func proxy() async throws {
        let (server, seen) = try HTTPServer.recording(tls: CurlTestCertificate.tls)
        let (plain, arrived) = try HTTPServer.recording()
        try await TestPeer.with(["proxy"]) { proxy in
            var request = HTTPRequest(
                method: .post,
                url: server.url("/api/webhook/abc", scheme: "https", host: "localhost"),
                body: Array("the content".utf8)
            )
            request.settings.certificates = CurlTestCertificate.tls.certificate
            request.settings.proxy = Secret("http://me:word@127.0.0.1:\(proxy.port)")
            let connection = CurlTransport().connection()
            let answers = [try await connection.send(request), try await connection.send(request)]
            #expect(answers.map(\.status) == [200, 200])
            #expect(answers[1].isSameConnection)
            #expect(seen().map(\.body) == [request.body, request.body])

            var direct = plain.request()
            direct.settings = request.settings
            let answer = try await connection.send(direct)
            #expect(answer.status == 200)
            #expect(arrived().count == 1)

            let said = proxy.said
            #expect(said.filter { $0.hasPrefix("asked") } == ["asked CONNECT localhost:\(server.port) HTTP/1.1"])
            #expect(said.contains("Proxy-Authorization: Basic bWU6d29yZA=="))
            let carried = said.filter { $0.hasPrefix("bytes") }.joined()
            #expect(!carried.isEmpty)
            for secret in ["the content", "/api/webhook/abc"] {
                #expect(!carried.contains(Array(secret.utf8).hexadecimal))
            }
        }
    }

    @Test("a proxy that is away is named as the trouble, without its password")
    func noProxy() async throws {
        let (server, seen) = try HTTPServer.recording(tls: CurlTestCertificate.tls)
        var request = HTTPRequest(method: .get, url: server.url("/", scheme: "https", host: "localhost"))
        let closed = try CurlByteListener()
        request.settings.proxy = Secret("http://me:hunter2@127.0.0.1:\(closed.port)")
        let proxied = request
        let error = await #expect(throws: HTTPError.self) { try await CurlTransport().connection().send(proxied) }
        let text = "\(try #require(error))"
        #expect(text.contains("proxy"))
        #expect(!text.contains("hunter2"))
        #expect(seen().isEmpty)
    }
}
