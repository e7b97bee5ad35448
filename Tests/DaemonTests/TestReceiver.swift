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
final class TestReceiver: Sendable {
    private struct State {
        var receiver: Receiver
        var server: HTTPServer?
        var losesAnswers = false
        var opened: [String] = []
    }

    let line: KeyLine
    private let database: String
    private let address: ListenAddress
    private let state: Mutex<State>

    init(in folder: String, line: KeyLine = .fresh()) throws {
        self.line = line
        database = folder + "/received.db"
        let receiver = try Receiver(keys: [line], database: database, output: .database)
        state = Mutex(State(receiver: receiver))
        // Only to find a free port.
        let server = try HTTPServer { _ in ServerResponse(status: 503) }
        address = server.address
        server.stop()
        try start()
    }

    var url: String { "http://\(address)/in" }
    var tally: Tally { state.withLock { $0.receiver.tally } }
    /// What came in, as it was before it was sealed.
    var opened: [String] { state.withLock { $0.opened } }

    /// As a program that starts: all that it knows is in its database.
    func start() throws {
        let seal = try WebhookSeal(line.key)
        let receiver = try Receiver(keys: [line], database: database, output: .database)
        let server = try HTTPServer(address: address) { [weak self] request in
            let response = receiver.answer(request)
            guard let self else { return response }
            return state.withLock { state in
                // What does not open is not this test's matter.
                if let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(request.body)),
                    let text = try? seal.batches.open(envelope.sealed)
                {
                    state.opened.append(String(decoding: text, as: UTF8.self))
                }
                return state.losesAnswers ? ServerResponse(ending: .dropWithoutAnswer) : response
            }
        }
        state.withLock {
            $0.receiver = receiver
            $0.server = server
        }
    }

    func stop() {
        let server = state.withLock { state in
            defer { state.server = nil }
            return state.server
        }
        server?.stop()
    }

    /// Whether what was written is not acknowledged, as if it were killed just then.
    func loseAnswers(_ loses: Bool) {
        state.withLock { $0.losesAnswers = loses }
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
