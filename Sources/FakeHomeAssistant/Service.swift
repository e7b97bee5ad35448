import FoundationEssentials
import HTTPServer
import Synchronization

/// One ``Home`` for the server's thread and for those who look at it.
final class Service: Sendable {
    private let home: Mutex<Home>
    private let now: @Sendable () -> Date
    private let lines: AsyncStream<WireLine>.Continuation

    init(home: consuming Home, now: @escaping @Sendable () -> Date, lines: AsyncStream<WireLine>.Continuation) {
        self.home = Mutex(home)
        self.now = now
        self.lines = lines
    }

    func answer(_ request: ServerRequest) -> ServerResponse {
        let time = now()
        let (response, line) = home.withLock { home in
            let before = home.requests
            let response = home.answer(request, at: time)
            return (response, home.requests > before ? home.wire.last : nil)
        }
        if let line { lines.yield(line) }
        return response
    }

    func read<Result: Sendable>(_ part: (Home) -> Result) -> Result {
        home.withLock { part($0) }
    }

    func change(_ change: (inout Home) -> Void) {
        home.withLock { change(&$0) }
    }

    func finish() {
        lines.finish()
    }
}
