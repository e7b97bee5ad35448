import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite struct HTTPServerTests {
    @Test("a request reaches the handler whole, and the client gets the answer")
    func exchange() throws {
        let requests = Mutex<[ServerRequest]>([])
        let server = try HTTPServer { request in
            requests.withLock { $0.append(request) }
            return ServerResponse(status: 201, headers: ["X-Kind": "test"], body: Array("made".utf8))
        }
        let client = try LoopbackClient(port: server.port)
        client.send(
            "POST /a%20b/c?x=1&y=%26&z HTTP/1.1\r\nHost: h\r\nX-Two: a\r\nx-two: b\r\nContent-Length: 5\r\n\r\nhello"
        )
        let answer = try client.receive(until: "made")

        #expect(answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
        #expect(answer.contains("\r\nX-Kind: test\r\n"))
        let request = try #require(requests.withLock { $0.first })
        #expect(request.method == "POST")
        #expect(request.path == "/a b/c")
        #expect(request.query == ["x": "1", "y": "&", "z": ""])
        #expect(request.headers == ["host": "h", "x-two": "a, b", "content-length": "5"])
        #expect(request.body == Array("hello".utf8))
    }

    @Test("requests of one kept-alive connection have the same number, those of another have another")
    func connectionNumbers() throws {
        let server = try HTTPServer { ServerResponse(body: Array("connection \($0.connection).".utf8)) }
        let first = try LoopbackClient(port: server.port)
        let second = try LoopbackClient(port: server.port)
        var seen: [String] = []
        for _ in 0..<2 {
            first.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            seen.append(String(try first.receive(until: ".").suffix(13)))
            second.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            seen.append(String(try second.receive(until: ".").suffix(13)))
        }
        #expect(seen[0] == seen[2])
        #expect(seen[1] == seen[3])
        #expect(Set(seen) == ["connection 1.", "connection 2."])
    }

    @Test("an answer that ends the connection is sent whole before")
    func close() throws {
        let server = try HTTPServer { _ in ServerResponse(body: Array("bye".utf8), ending: .close) }
        let client = try LoopbackClient(port: server.port)
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        let answer = try client.receive()
        #expect(answer.hasSuffix("\r\n\r\nbye"))
        #expect(answer.contains("Connection: close"))
    }

    @Test("a dropped connection carries not one byte of an answer, and the next one is served")
    func drop() throws {
        let server = try HTTPServer { request in
            request.path == "/drop"
                ? ServerResponse(ending: .dropWithoutAnswer) : ServerResponse(body: Array("here".utf8))
        }
        let client = try LoopbackClient(port: server.port)
        client.send("GET /drop HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.receive() == "")
        let next = try LoopbackClient(port: server.port)
        next.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try next.receive(until: "here").hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("a request that is never answered holds up no other, and ends when the server stops")
    func neverAnswer() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPServer { request in
            guard request.path == "/never" else { return ServerResponse(body: Array("here".utf8)) }
            ask.yield()
            return ServerResponse(ending: .neverAnswer)
        }
        let waiting = try LoopbackClient(port: server.port)
        waiting.send("GET /never HTTP/1.1\r\nHost: h\r\n\r\n")
        for await _ in asked { break }
        let other = try LoopbackClient(port: server.port)
        other.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try other.receive(until: "here").hasSuffix("here"))
        server.stop()
        #expect(try waiting.receive() == "")
    }

    @Test("a stopped server refuses connections, and may be stopped again")
    func stop() throws {
        let held = try HeldPort()
        defer { held.letGo() }
        let server = try HTTPServer(address: .loopback(held.port)) { _ in ServerResponse() }
        let open = try LoopbackClient(port: server.port)
        server.stop()
        server.stop()
        #expect(try open.receive() == "")
        #expect(throws: LoopbackClient.Failure(errno: ECONNREFUSED)) { _ = try LoopbackClient(port: server.port) }
    }

    @Test("a body of the longest allowed length is taken, and one byte more gets the answer for it")
    func longestBody() throws {
        let server = try HTTPServer(
            longestBody: 40_000,
            tooLong: { ServerResponse(status: 200, body: Array("dropped".utf8)) }
        ) { request in
            ServerResponse(body: Array("\(request.body.count) read".utf8))
        }
        let client = try LoopbackClient(port: server.port)
        for (length, end) in [(40_000, "40000 read"), (40_001, "dropped"), (3, "3 read")] {
            let body = String(repeating: "x", count: length)
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n\(body)")
            #expect(try client.receive(until: end).hasSuffix("\r\n\r\n" + end))
        }
    }

    @Test("nobody but this machine reaches it: it listens on one loopback address")
    func loopbackOnly() throws {
        let server = try HTTPServer { _ in ServerResponse() }
        #expect(throws: LoopbackClient.Failure(errno: ECONNREFUSED)) {
            _ = try LoopbackClient(port: server.port, address: "127.0.0.2")
        }
    }

    @Test("connections beyond the bound wait until one of the others ends")
    func mostConnections() throws {
        let count = Mutex(0)
        let server = try HTTPServer(mostConnections: 1) { request in
            count.withLock { $0 += 1 }
            return ServerResponse(body: Array("here".utf8), ending: request.path == "/last" ? .close : .keepAlive)
        }
        let first = try LoopbackClient(port: server.port)
        #expect(try answer(to: first) == "here")
        let second = try LoopbackClient(port: server.port)
        second.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        // Had the second one been let in, it would have been answered before these are through.
        for _ in 0..<100 { #expect(try answer(to: first) == "here") }
        #expect(count.withLock { $0 } == 101)
        first.send("GET /last HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = try first.receive()
        #expect(try second.receive(until: "here").hasSuffix("here"))
    }

    @Test("a connection that was closed in the middle of a request makes room at once")
    func halfRequest() throws {
        // Longer than a client waits in these tests.
        let server = try HTTPServer(mostConnections: 1, firstSeconds: 600) { _ in
            ServerResponse(body: Array("here".utf8))
        }
        for start in ["", "POST / HTTP/1.1\r\nHost: h\r\nContent-Le", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nha"]
        {
            for _ in 0..<20 {
                let client = try LoopbackClient(port: server.port)
                client.send(start)
            }
        }
        #expect(try answer(to: try LoopbackClient(port: server.port)) == "here")
    }

    @Test("one that asks for nothing makes room soon, and one that was answered stays")
    func silentConnection() throws {
        let server = try HTTPServer(mostConnections: 2, firstSeconds: 1) { _ in
            ServerResponse(body: Array("here".utf8))
        }
        let known = try LoopbackClient(port: server.port)
        #expect(try answer(to: known) == "here")
        let silent = try LoopbackClient(port: server.port)
        silent.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Le")
        #expect(try answer(to: try LoopbackClient(port: server.port)) == "here")
        #expect(try answer(to: known) == "here")
        withExtendedLifetime(silent) {}
    }

    @Test("one whose answers earn no trust makes room soon, however well it was answered")
    func untrustedConnection() throws {
        let server = try HTTPServer(mostConnections: 1, firstSeconds: 1) { _ in
            var answer = ServerResponse(body: Array("here".utf8))
            answer.earnsTrust = false
            return answer
        }
        let answered = try LoopbackClient(port: server.port)
        #expect(try answer(to: answered) == "here")
        #expect(try answer(to: try LoopbackClient(port: server.port)) == "here")
        withExtendedLifetime(answered) {}
    }

    /// The last four characters of an answer.
    private func answer(to client: borrowing LoopbackClient) throws -> String {
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        return String(try client.receive(until: "here").suffix(4))
    }

    @Test(
        "an address in numbers with a port is one to listen on, loopback or not",
        arguments: [
            ("127.0.0.1:80", "127.0.0.1:80", true), ("[::1]:0", "[::1]:0", true), ("127.9.9.9:1", "127.9.9.9:1", true),
            ("localhost:8127", "127.0.0.1:8127", true), ("0.0.0.0:1", "0.0.0.0:1", false), ("[::]:1", "[::]:1", false),
            ("192.168.1.4:65535", "192.168.1.4:65535", false),
        ]
    )
    func addresses(text: String, shown: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect("\(address)" == shown)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "anything else is no address to listen on",
        arguments: [
            "", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "a.example:80", "::1:80", "[::1]",
        ]
    )
    func noAddress(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test("it serves IPv6, too")
    func ipv6() throws {
        let address = try #require(ListenAddress("[::1]:0"))
        do {
            #expect(try HTTPServer(address: address) { _ in ServerResponse() }.port != 0)
        } catch {
            // On a machine without IPv6.
            #expect("\(error)".contains("Cannot assign requested address") || "\(error)".contains("not supported"))
        }
    }

    @Test("a port that is taken is an error that says so")
    func takenPort() throws {
        let server = try HTTPServer { _ in ServerResponse() }
        let error = #expect(throws: HTTPServerError.self) {
            _ = try HTTPServer(address: server.address) { _ in ServerResponse() }
        }
        #expect(error == .cannotListen(address: server.address, reason: "Address already in use"))
    }

    @Test("a certificate that is none is an error")
    func badCertificate() throws {
        #expect(throws: HTTPServerError.self) {
            _ = try HTTPServer(tls: (certificate: "none", key: "none")) { _ in ServerResponse() }
        }
    }
}
