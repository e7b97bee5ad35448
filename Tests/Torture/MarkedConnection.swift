import Shared

/// See ``MarkedTransport``.
struct MarkedConnection: HTTPConnection {
    let connection: any HTTPConnection
    let life: Int

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var request = request
        request.headers.append((MarkedTransport.header, Secret("\(life)")))
        return try await connection.send(request)
    }

    func close() { connection.close() }
}
