import Shared
import Synchronization

/// Requests that were sent.
final class Recorded: Sendable {
    private let requests = Mutex<[HTTPRequest]>([])

    var all: [HTTPRequest] { requests.withLock { $0 } }

    func append(_ request: HTTPRequest) {
        requests.withLock { $0.append(request) }
    }
}
