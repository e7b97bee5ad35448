import HTTPServer
import Shared
import Synchronization

extension HTTPServer {
    /// Answers everything with 200 and keeps what arrived.
    static func recording(
        tls: (certificate: String, key: String)? = nil
    ) throws -> (server: HTTPServer, seen: @Sendable () -> [ServerRequest]) {
        let record = Record()
        let server = try HTTPServer(tls: tls) { request in
            record.requests.withLock { $0.append(request) }
            return ServerResponse()
        }
        return (server, { record.requests.withLock { $0 } })
    }

    /// Never answers what begins with `/never`, which it reports instead; all else gets 200.
    static func holding() throws -> (server: HTTPServer, arrivals: AsyncStream<Void>) {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
        let server = try HTTPServer { request in
            guard request.path.hasPrefix("/never") else { return ServerResponse() }
            continuation.yield()
            return ServerResponse(ending: .neverAnswer)
        }
        return (server, arrivals)
    }

    func url(_ path: String = "/", scheme: String = "http", host: String = "127.0.0.1") -> Secret {
        Secret("\(scheme)://\(host):\(port)\(path)")
    }

    func request(_ path: String = "/") -> HTTPRequest {
        HTTPRequest(method: .post, url: url(path), body: Array("body".utf8))
    }

    private final class Record: Sendable {
        let requests = Mutex<[ServerRequest]>([])
    }
}
