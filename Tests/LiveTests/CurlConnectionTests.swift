import HTTPServer
import Shared
import Synchronization
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(5)))
struct CurlConnectionTests {
    // MARK: What is sent and what comes back

    @Test("a request arrives as it was made, with no header that nobody asked for")
    func request() async throws {
        let (server, seen) = try HTTPServer.recording()
        // Long enough for libcurl to wait for "100 Continue" if it is not told otherwise.
        let body = (0..<1_100_000).map { UInt8(truncatingIfNeeded: $0) }
        let request = HTTPRequest(
            method: .post,
            url: server.url("/api/webhook/abc?x=1"),
            headers: [("Content-Type", Secret("application/json")), ("Authorization", Secret("Bearer t"))],
            body: body
        )
        let response = try await CurlTransport().connection().send(request)

        #expect(response.status == 200)
        let arrived = try #require(seen().first)
        #expect(arrived.method == "POST")
        #expect(arrived.path == "/api/webhook/abc")
        #expect(arrived.query == ["x": "1"])
        #expect(arrived.body == body)
        #expect(
            arrived.headers == [
                "host": "127.0.0.1:\(server.port)", "accept": "*/*", "content-type": "application/json",
                "authorization": "Bearer t", "content-length": "1100000",
            ]
        )
    }

    @Test(
        "a POST without a body, and a GET, are whole requests of no bytes",
        arguments: [HTTPRequest.Method.post, .get]
    )
    func emptyBody(method: HTTPRequest.Method) async throws {
        let (server, seen) = try HTTPServer.recording()
        _ = try await CurlTransport().connection().send(HTTPRequest(method: method, url: server.url()))
        let arrived = try #require(seen().first)
        #expect(arrived.method == method.rawValue)
        #expect(arrived.body == [])
        #expect(arrived.headers["content-type"] == nil)
        #expect(arrived.headers["content-length"] == (method == .post ? "0" : nil))
    }

    @Test("a token with a line break in it can't add a header of its own")
    func headerInjection() async throws {
        let (server, seen) = try HTTPServer.recording()
        let request = HTTPRequest(
            method: .get,
            url: server.url(),
            headers: [("Authorization", Secret("a\r\nX-Evil: 1\n\0b")), ("X-Empty", Secret(""))]
        )
        _ = try await CurlTransport().connection().send(request)
        let arrived = try #require(seen().first)
        #expect(arrived.headers["x-evil"] == nil)
        #expect(arrived.headers["authorization"] == "a  X-Evil: 1  b")
        #expect(arrived.headers["x-empty"] == "")
    }

    @Test("status and body come back whatever they are", arguments: [200, 201, 401, 404, 410, 413, 500, 503])
    func answers(status: Int) async throws {
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let server = try HTTPServer { _ in ServerResponse(status: status, body: body) }
        let response = try await CurlTransport().connection().send(server.request())
        #expect(response == HTTPResponse(status: status, body: body))
    }

    @Test(
        "a redirect is reported without the secret in its path, and not followed",
        arguments: [301, 302, 303, 307, 308]
    )
    func redirect(status: Int) async throws {
        let requests = Mutex(0)
        let server = try HTTPServer { request in
            requests.withLock { $0 += 1 }
            return ServerResponse(
                status: status,
                headers: ["Location": "https://new.example:8443/api/webhook/secret?next=secret"]
            )
        }
        let response = try await CurlTransport().connection().send(server.request())
        #expect(response.status == status)
        #expect(response.location == "https://new.example:8443")
        #expect(requests.withLock { $0 } == 1)
    }

    @Test("an answer as long as allowed is taken, and one byte more is an error that keeps nothing of it")
    func longAnswers() async throws {
        let server = try HTTPServer { _ in ServerResponse(body: [UInt8](repeating: 120, count: 50_000)) }
        let connection = CurlTransport().connection()
        var request = server.request()
        request.longestAnswer = 50_000
        #expect(try await connection.send(request).body.count == 50_000)
        request.longestAnswer = 49_999
        await #expect(throws: HTTPError.answerTooLong(host: "127.0.0.1")) { try await connection.send(request) }
    }

    @Test("nobody has more than 1 MiB taken that does not ask for it")
    func boundOfAnswers() async throws {
        let server = try HTTPServer { request in
            ServerResponse(body: [UInt8](repeating: 120, count: request.path == "/longer" ? (1 << 20) + 1 : 1 << 20))
        }
        let connection = CurlTransport().connection()
        #expect(try await connection.send(server.request()).body.count == 1 << 20)
        await #expect(throws: HTTPError.answerTooLong(host: "127.0.0.1")) {
            try await connection.send(server.request("/longer"))
        }
    }

    // MARK: One connection

    @Test("requests share one connection, and each says whether it did")
    func keepAlive() async throws {
        let (server, seen) = try HTTPServer.recording()
        let connection = CurlTransport().connection()
        var same: [Bool] = []
        for _ in 0..<3 { same.append(try await connection.send(server.request()).isSameConnection) }
        #expect(same == [false, true, true])
        #expect(seen().map(\.connection) == [1, 1, 1])
    }

    @Test("requests that are sent at the same time go over the connection one after the other")
    func queue() async throws {
        let (server, seen) = try HTTPServer.recording()
        let connection = CurlTransport().connection()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask { try await connection.send(server.request("/\(number)")).status }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(Set(seen().map(\.connection)) == [1])
        #expect(Set(seen().map(\.path)) == Set((0..<20).map { "/\($0)" }))
    }

    @Test("200 requests leave one socket behind, and closing leaves none")
    func descriptors() async throws {
        let (server, seen) = try HTTPServer.recording()
        let connection = CurlTransport().connection()
        for _ in 0..<200 { _ = try await connection.send(server.request()) }
        #expect(Set(seen().map(\.connection)) == [1])
        #expect(CurlSockets.count(connectedTo: server.port) == 1)
        connection.close()
        await CurlSockets.untilNone(connectedTo: server.port)
    }

    @Test("after the server ended the connection, the next request makes a fresh one and says so")
    func serverCloses() async throws {
        let server = try HTTPServer { _ in ServerResponse(ending: .close) }
        let connection = CurlTransport().connection()
        for _ in 0..<3 {
            #expect(try await connection.send(server.request()).isSameConnection == false)
        }
        #expect(CurlSockets.count(connectedTo: server.port) <= 1)
    }

    @Test("requests to another server in between don't count as the same connection")
    func otherServerBetween() async throws {
        let (one, _) = try HTTPServer.recording()
        let (two, _) = try HTTPServer.recording()
        let connection = CurlTransport().connection()
        for server in [one, two, one, two] {
            #expect(try await connection.send(server.request()).isSameConnection == false)
        }
        #expect(CurlSockets.count(connectedTo: one.port) + CurlSockets.count(connectedTo: two.port) == 1)
    }

    // MARK: What goes wrong

    @Test("a request whose connection is dropped is broken, was sent once, and the next one is served afresh")
    func dropped() async throws {
        let paths = Mutex<[String]>([])
        let server = try HTTPServer { request in
            paths.withLock { $0.append(request.path) }
            return ServerResponse(ending: request.path == "/drop" ? .dropWithoutAnswer : .keepAlive)
        }
        let connection = CurlTransport().connection()
        // On a fresh connection, and on a kept one, where libcurl alone would send it again.
        await #expect(throws: HTTPError.self) { try await connection.send(server.request("/drop")) }
        _ = try await connection.send(server.request("/1"))
        let error = await #expect(throws: HTTPError.self) { try await connection.send(server.request("/drop")) }
        guard case .connectionBroken(host: "127.0.0.1", _) = error else {
            Issue.record("not reported as a broken connection: \(String(describing: error))")
            return
        }
        #expect(try await connection.send(server.request("/2")).isSameConnection == false)
        #expect(paths.withLock { $0 } == ["/drop", "/1", "/drop", "/2"])
    }

    @Test("a port where nobody listens refuses, and is asked again the next time")
    func refused() async throws {
        let listener = try CurlByteListener()
        let connection = CurlTransport().connection()
        var request = HTTPRequest(method: .get, url: Secret("http://127.0.0.1:\(listener.port)/"))
        for _ in 0..<2 {
            await #expect(throws: HTTPError.refused(host: "127.0.0.1")) { try await connection.send(request) }
        }
        try listener.startListening()
        request.timeout = .milliseconds(50)
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1")) { try await connection.send(request) }
    }

    @Test("a server that does not answer in time is an error, and its late answer is nobody's")
    func timeout() async throws {
        let server = try HTTPServer { ServerResponse(ending: $0.path == "/never" ? .neverAnswer : .keepAlive) }
        let connection = CurlTransport().connection()
        _ = try await connection.send(server.request())
        var request = server.request("/never")
        request.timeout = .milliseconds(50)
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1")) { try await connection.send(request) }
        #expect(try await connection.send(server.request()).isSameConnection == false)
        #expect(try await connection.send(server.request()).isSameConnection == true)
    }

    @Test(
        "a timeout of nothing is no leave to wait for ever",
        arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)]
    )
    func noTime(timeout: Duration) async throws {
        let server = try HTTPServer { _ in ServerResponse(ending: .neverAnswer) }
        var request = server.request()
        request.timeout = timeout
        await #expect(throws: HTTPError.timedOut(host: "127.0.0.1")) {
            try await CurlTransport().connection().send(request)
        }
    }

    @Test("a name without an address is an error that says so")
    func nameNotFound() async throws {
        // Longer than a part of a name may be, so that no name server is asked.
        let host = String(repeating: "a", count: 70) + ".test"
        let request = HTTPRequest(method: .get, url: Secret("http://\(host)/"))
        await #expect(throws: HTTPError.nameNotFound(host: host)) {
            try await CurlTransport().connection().send(request)
        }
    }

    @Test(
        "what is no URL of http or https is not sent",
        arguments: [
            "", "ha.local", "//ha.local/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/",
            "http://127.0.0.1/\0x",
        ]
    )
    func badURL(url: String) async throws {
        await #expect(throws: HTTPError.badURL) {
            try await CurlTransport().connection().send(HTTPRequest(method: .get, url: Secret(url)))
        }
    }

    // MARK: Ending early

    @Test("a cancelled task ends its request at once, and the connection serves the next")
    func cancellation() async throws {
        let (server, arrivals) = try HTTPServer.holding()
        let connection = CurlTransport().connection()
        // Over a connection that is open already, libcurl has no timer of its own that would end the wait soon.
        _ = try await connection.send(server.request())
        var request = server.request("/never")
        request.timeout = .seconds(3600)
        let task = Task.immediate { [request] in try await connection.send(request) }
        for await _ in arrivals { break }
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(try await connection.send(server.request()).isSameConnection == false)
    }

    @Test("a request that is cancelled while it waits for its turn is never sent and holds up nobody")
    func cancelledInQueue() async throws {
        let (server, arrivals) = try HTTPServer.holding()
        let connection = CurlTransport().connection()
        let first = Task.immediate { try await connection.send(server.request("/never")) }
        for await _ in arrivals { break }
        let second = Task.immediate { try await connection.send(server.request("/never/second")) }
        second.cancel()
        await #expect(throws: HTTPError.cancelled) { try await second.value }
        first.cancel()
        await #expect(throws: HTTPError.cancelled) { try await first.value }
        #expect(try await connection.send(server.request()).status == 200)
    }

    @Test("a task that is cancelled already sends nothing")
    func cancelledBefore() async throws {
        let (server, seen) = try HTTPServer.recording()
        let connection = CurlTransport().connection()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await connection.send(server.request("/cancelled"))
        }
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        _ = try await connection.send(server.request("/next"))
        #expect(seen().map(\.path) == ["/next"])
    }

    @Test("closing ends what is in flight and what waits; a later request makes a fresh connection")
    func close() async throws {
        let (server, arrivals) = try HTTPServer.holding()
        let connection = CurlTransport().connection()
        let tasks = (0..<3).map { _ in Task.immediate { try await connection.send(server.request("/never")) } }
        for await _ in arrivals { break }
        connection.close()
        for task in tasks { await #expect(throws: HTTPError.cancelled) { try await task.value } }
        #expect(try await connection.send(server.request()).isSameConnection == false)
    }
}
