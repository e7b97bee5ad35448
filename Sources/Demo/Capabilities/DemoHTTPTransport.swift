import Shared

/// No network: the whole made-up machine reaches no server.
struct DemoHTTPTransport: HTTPTransport {
    private struct Connection: HTTPConnection {
        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            throw .refused(host: "demo-laptop")
        }

        func close() {}
    }

    func connection() -> any HTTPConnection {
        Connection()
    }
}
