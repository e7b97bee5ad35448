import HTTPServer
import Shared
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(5)))
struct CurlPlainHTTPTests {
    /// Takes loopback for a place on the internet.
    private let faraway = CurlTransport(certificates: "/etc/ssl/certs", isLocal: { $0 != "127.0.0.1" })
    private let refusal = HTTPError.plainHTTPNotLocal(host: "127.0.0.1", address: "127.0.0.1")

    @Test("plain HTTP to an address that is not local is refused before a byte is sent")
    func refused() async throws {
        let listener = try CurlByteListener()
        try listener.startListening()
        let request = HTTPRequest(
            method: .post,
            url: Secret("http://127.0.0.1:\(listener.port)/api/webhook/secret"),
            body: Array("body".utf8)
        )
        await #expect(throws: refusal) { try await faraway.connection().send(request) }
        #expect(try listener.receiveFromNext() == [])
    }

    @Test("it is refused on a connection that is open already, too")
    func refusedOnOpenConnection() async throws {
        let (server, seen) = try HTTPServer.recording()
        let connection = faraway.connection()
        var request = server.request("/allowed")
        request.plainHTTP = .anywhere
        _ = try await connection.send(request)
        await #expect(throws: refusal) { try await connection.send(server.request("/refused")) }
        #expect(try await connection.send(request).isSameConnection == false)
        #expect(seen().map(\.path) == ["/allowed", "/allowed"])
    }

    @Test("the address counts, not the name: a name for loopback is local")
    func nameOfLocalAddress() async throws {
        let (server, seen) = try HTTPServer.recording()
        let request = HTTPRequest(method: .get, url: server.url("/", host: "localhost"))
        #expect(try await CurlTransport().connection().send(request).status == 200)
        await #expect(throws: HTTPError.plainHTTPNotLocal(host: "localhost", address: "127.0.0.1")) {
            try await faraway.connection().send(request)
        }
        #expect(seen().count == 1)
    }
}
