package import Shared
import Synchronization

/// Answers requests as a test says; without instructions every host refuses.
package final class FakeHTTPTransport: HTTPTransport {
    package typealias Answer = @Sendable (HTTPRequest) async -> Result<HTTPResponse, HTTPError>

    private struct State {
        var requests: [HTTPRequest] = []
    }

    private let state = Mutex(State())
    private let answer: Answer

    package init(_ answer: @escaping Answer = { _ in .failure(.refused(host: "fake")) }) {
        self.answer = answer
    }

    /// Every request so far, in order.
    package var requests: [HTTPRequest] { state.withLock { $0.requests } }

    package func connection() -> any HTTPConnection {
        Connection(transport: self)
    }

    private func respond(to request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        state.withLock { $0.requests.append(request) }
        return await answer(request)
    }

    private struct Connection: HTTPConnection {
        let transport: FakeHTTPTransport

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            try await transport.respond(to: request).get()
        }

        func close() {}
    }
}
