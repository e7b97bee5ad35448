import HTTPServer
import Shared
import Synchronization
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(5)))
struct CurlTLSTests {
    @Test("a certificate that nobody here knows is refused, and the request stays secret")
    func unknownCertificate() async throws {
        let arrivals = Mutex(0)
        let server = try HTTPServer(tls: CurlTestCertificate.tls) { _ in
            arrivals.withLock { $0 += 1 }
            return ServerResponse()
        }
        let request = HTTPRequest(method: .get, url: server.url("/", scheme: "https", host: "localhost"))
        let error = await #expect(throws: HTTPError.self) { try await CurlTransport().connection().send(request) }
        #expect(isUntrusted(error, host: "localhost"), "\(String(describing: error))")
        #expect(error?.description.contains("certificate") == true)
        #expect(arrivals.withLock { $0 } == 0)
    }

    @Test("a certificate that the machine trusts is taken for its own name only; the connection is kept")
    func trustedCertificate() async throws {
        let server = try HTTPServer(tls: CurlTestCertificate.tls) { ServerResponse(body: $0.body) }
        try await CurlTestCertificate.withTrust { folder in
            let transport = CurlTransport(certificates: folder, isLocal: { _ in false })
            let connection = transport.connection()
            let body = [UInt8](repeating: 7, count: 200_000)
            for isSameConnection in [false, true] {
                let request = HTTPRequest(
                    method: .post,
                    url: server.url("/", scheme: "https", host: "localhost"),
                    body: body
                )
                let response = try await connection.send(request)
                #expect(response.body == body)
                #expect(response.isSameConnection == isSameConnection)
            }
            let request = HTTPRequest(method: .get, url: server.url("/", scheme: "https"))
            let error = await #expect(throws: HTTPError.self) { try await transport.connection().send(request) }
            #expect(isUntrusted(error, host: "127.0.0.1"), "\(String(describing: error))")
        }
    }

    @Test("a private certificate is trusted for the requests that bring it along, on a connection of their own")
    func privateCertificate() async throws {
        let server = try HTTPServer(tls: CurlTestCertificate.tls) { ServerResponse(body: $0.body) }
        let connection = CurlTransport().connection()
        var request = HTTPRequest(method: .get, url: server.url("/", scheme: "https", host: "localhost"))
        request.settings.certificates = CurlTestCertificate.tls.certificate
        #expect(try await connection.send(request).status == 200)
        #expect(try await connection.send(request).isSameConnection)
        request.settings.certificates = nil
        let plain = request
        let error = await #expect(throws: HTTPError.self) { try await connection.send(plain) }
        #expect(isUntrusted(error, host: "localhost"), "\(String(describing: error))")
    }

    @Test("a server that speaks no TLS is not talked to in the clear")
    func noTLS() async throws {
        let (server, seen) = try HTTPServer.recording()
        let request = HTTPRequest(method: .get, url: server.url("/", scheme: "https"))
        let error = await #expect(throws: HTTPError.self) { try await CurlTransport().connection().send(request) }
        #expect(isUntrusted(error, host: "127.0.0.1"), "\(String(describing: error))")
        #expect(seen().isEmpty)
    }

    private func isUntrusted(_ error: HTTPError?, host: String) -> Bool {
        if case .untrusted(host, _) = error { true } else { false }
    }
}
