import Shared
import Synchronization

/// Counts the bytes of the bodies that are sent.
final class CountedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let count = Atomic<Int>(0)

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    var bytes: Int { count.load(ordering: .relaxed) }

    func connection() -> any HTTPConnection {
        Connection(connection: transport.connection(), transport: self)
    }

    private struct Connection: HTTPConnection {
        let connection: any HTTPConnection
        let transport: CountedTransport

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            transport.count.add(request.body.count, ordering: .relaxed)
            return try await connection.send(request)
        }

        func close() { connection.close() }
    }
}
