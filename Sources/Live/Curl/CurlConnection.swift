import Dispatch
import Shared
import Synchronization

/// A kept-alive connection. Its requests run one after the other on a queue of their own, which has a thread only while there
/// are any; after ``close()`` the next request makes a fresh connection.
final class CurlConnection: HTTPConnection {
    private struct State {
        var session: CurlSession?
        /// Waiting and in flight.
        var exchanges: [CurlExchange] = []
    }

    private let certificates: String
    private let isLocal: @Sendable (_ address: String) -> Bool
    private let queue = DispatchQueue(label: "http")
    private let state = Mutex(State())

    init(certificates: String, isLocal: @escaping @Sendable (_ address: String) -> Bool) {
        self.certificates = certificates
        self.isLocal = isLocal
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let exchange = enqueue(request)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { exchange.resume($0) }
        } onCancel: {
            exchange.cancel()
        }
        return try outcome.get()
    }

    func close() {
        // The old session goes at the end of this, or of the request that it runs; with it goes its connection.
        let last = state.withLock { state in
            defer { state.session = nil }
            return state
        }
        for exchange in last.exchanges { exchange.cancel() }
    }

    private func enqueue(_ request: HTTPRequest) -> CurlExchange {
        state.withLock { state in
            let session = state.session ?? CurlSession()
            let exchange = CurlExchange(request, in: session)
            state.session = session
            state.exchanges.append(exchange)
            // Under the lock, so that the requests run in the order in which they were sent.
            queue.async { self.run(exchange) }
            return exchange
        }
    }

    private func run(_ exchange: CurlExchange) {
        exchange.run(certificates: certificates, isLocal: isLocal)
        state.withLock { $0.exchanges.removeAll { $0 === exchange } }
    }
}
