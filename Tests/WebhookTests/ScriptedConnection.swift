import Shared

/// A connection that a test answers for.
struct ScriptedConnection: HTTPConnection {
    private let answer: @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse

    init(_ answer: @escaping @Sendable (HTTPRequest) throws(HTTPError) -> HTTPResponse) {
        self.answer = answer
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse { try answer(request) }

    func close() {}
}
