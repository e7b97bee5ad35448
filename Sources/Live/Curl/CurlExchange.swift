import Shared
import Synchronization

/// One request on its way: waits for its turn, runs, and ends once, with an answer or an error.
final class CurlExchange: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPError>

    private enum Phase {
        case begun
        case awaited(CheckedContinuation<Outcome, Never>)
        case ended(Outcome)
    }

    let request: HTTPRequest
    private let session: CurlSession
    private let phase = Mutex(Phase.begun)

    init(_ request: HTTPRequest, in session: CurlSession) {
        self.request = request
        self.session = session
    }

    /// Resumes with the outcome, at once if it is there. To be called once.
    func resume(_ continuation: CheckedContinuation<Outcome, Never>) {
        let outcome = phase.withLock { phase -> Outcome? in
            if case .ended(let outcome) = phase { return outcome }
            phase = .awaited(continuation)
            return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    /// Sends the request unless it ended before its turn. Blocks; only for the queue of the connection.
    func run(certificates: String, isLocal: @escaping @Sendable (_ address: String) -> Bool) {
        do throws(HTTPError) {
            let response = try session.perform(request, certificates: certificates, isLocal: isLocal) { hasEnded }
            end(.success(response))
        } catch {
            end(.failure(error))
        }
    }

    func cancel() {
        end(.failure(.cancelled))
        session.wake()
    }

    private var hasEnded: Bool {
        phase.withLock { phase in
            if case .ended = phase { true } else { false }
        }
    }

    /// The first outcome counts.
    private func end(_ outcome: Outcome) {
        let continuation = phase.withLock { phase -> CheckedContinuation<Outcome, Never>? in
            switch phase {
            case .begun:
                phase = .ended(outcome)
                return nil
            case .awaited(let continuation):
                phase = .ended(outcome)
                return continuation
            case .ended:
                return nil
            }
        }
        continuation?.resume(returning: outcome)
    }
}
