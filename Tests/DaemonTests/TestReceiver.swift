import FoundationEssentials
import HTTPServer
import SQLite
import Sealing
import SensorSDK
import Shared
import Synchronization
import Webhook
import WebhookReceiver

/// The real receiver on loopback, which a test stops, starts again over the same database, and listens in to.
///
/// While it is stopped its port stays its own, so that no other test can get it; connections break without an answer.
final class TestReceiver: Sendable {
    private final class Inbox: Sendable {
        struct State {
            /// `nil` while it is stopped.
            var receiver: Receiver?
            var losesAnswers = false
            var opened: [String] = []
        }

        let state = Mutex(State())
        let seal: WebhookSeal

        init(_ seal: WebhookSeal) { self.seal = seal }

        func take(_ request: ServerRequest) -> ServerResponse {
            guard let receiver = state.withLock({ $0.receiver }) else {
                return ServerResponse(ending: .dropWithoutAnswer)
            }
            let response = receiver.answer(request)
            return state.withLock { state in
                // What does not open is not this test's matter.
                if let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(request.body)),
                    let text = try? PackedText.unpacked(seal.batches.open(envelope.sealed))
                {
                    state.opened.append(String(decoding: text, as: UTF8.self))
                }
                return state.losesAnswers ? ServerResponse(ending: .dropWithoutAnswer) : response
            }
        }
    }

    let line: KeyLine
    private let database: String
    private let inbox: Inbox
    private let server: HTTPServer

    init(in folder: String, line: KeyLine = .fresh()) throws {
        self.line = line
        database = folder + "/received.db"
        let inbox = Inbox(try WebhookSeal(line.key))
        self.inbox = inbox
        server = try HTTPServer { inbox.take($0) }
        try start()
    }

    var url: String { "http://\(server.address)/in" }
    var tally: Tally { inbox.state.withLock { $0.receiver?.tally } ?? Tally() }
    /// What came in, as it was before it was sealed.
    var opened: [String] { inbox.state.withLock { $0.opened } }

    /// As a program that starts: all that it knows is in its database.
    func start() throws {
        let receiver = try Receiver(keys: [line], database: database, output: .database)
        inbox.state.withLock { $0.receiver = receiver }
    }

    func stop() {
        inbox.state.withLock { $0.receiver = nil }
    }

    /// Whether what was written is not acknowledged, as if it were killed just then.
    func loseAnswers(_ loses: Bool) {
        inbox.state.withLock { $0.losesAnswers = loses }
    }

    /// Every item of a sensor in the order of the numbers, by value or by the reason why there is none.
    func items(of sensor: String) throws -> [String] {
        try Database(path: database).rows(
            "SELECT COALESCE(value, unavailable) FROM items WHERE sensor = ? ORDER BY epoch, number",
            .text(sensor)
        ) { (row) throws(SQLiteError) in
            switch try row.value(0) {
            case .integer(let number): "\(number)"
            case .text(let text): text
            default: "?"
            }
        }
    }

    /// Sensors that are described, with whether they are on.
    func described() throws -> [String: Bool] {
        let rows = try Database(path: database).rows("SELECT id, enabled FROM sensors") { (row) throws(SQLiteError) in
            (try row.text(0), try row.flag(1))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}
