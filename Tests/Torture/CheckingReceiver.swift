import HTTPServer
import SQLite
import Shared
import Synchronization
import Webhook
import WebhookReceiver

/// The real receiver of the server kind `webhook`, whose answers get lost now and then, and a look at what it has.
final class CheckingReceiver: Sendable {
    enum Fault {
        case none
        /// Nothing is written.
        case unavailable
        /// All is written, and the daemon never hears of it.
        case losesAnswers
    }

    private final class State: Sendable {
        let fault = Mutex(Fault.none)
        let hasSeenPlainBytes = Mutex(false)
    }

    let line = KeyLine.fresh()
    let url: String
    private let path: String
    private let receiver: Receiver
    private let server: HTTPServer
    private let state = State()

    /// - Parameter folder: Where its database is.
    init(in folder: String) throws {
        path = folder + "/received.db"
        let receiver = try Receiver(keys: [line], database: path, output: .database)
        self.receiver = receiver
        let state = state
        server = try HTTPServer { request in
            if request.body.firstRange(of: Array("torture".utf8)) != nil {
                state.hasSeenPlainBytes.withLock { $0 = true }
            }
            let fault = state.fault.withLock { $0 }
            if fault == .unavailable { return ServerResponse(status: 503) }
            let response = receiver.answer(request)
            return fault == .losesAnswers ? ServerResponse(ending: .dropWithoutAnswer) : response
        }
        url = "http://127.0.0.1:\(server.port)/in"
    }

    var tally: Tally { receiver.tally }

    func behave(_ fault: Fault) { state.fault.withLock { $0 = fault } }

    /// Events that are written, each as often as it is.
    func events() -> [EventMark] {
        let ids = rows("SELECT event ->> 'id' FROM items WHERE event IS NOT NULL ORDER BY epoch, number") {
            (row) throws(SQLiteError) in try row.text(0)
        }
        return ids.compactMap { EventMark(id: $0) }
    }

    /// What is wrong with what it has, for people.
    ///
    /// - Parameter enabled: The sensors that are on here.
    func faults(enabled: Set<String>) -> [String] {
        var faults = state.hasSeenPlainBytes.withLock { $0 } ? ["plain bytes came to the receiver"] : []
        let refused = tally.refused.filter { $0.key != .replayed }
        if !refused.isEmpty { faults.append("the receiver refused \(refused)") }
        let events = events()
        // The marks ascend as the events did.
        if events != Set(events).sorted() { faults.append("events came to the receiver twice or in another order") }
        var newest: [String: Int64] = [:]
        let values = rows("SELECT sensor, value FROM items WHERE event IS NULL ORDER BY epoch, number") {
            (row) throws(SQLiteError) in (sensor: try row.text(0), value: try row.value(1))
        }
        for (sensor, value) in values {
            guard enabled.contains(sensor) else {
                return faults + ["\(sensor) came to the receiver, which is not on there"]
            }
            guard case .integer(let number) = value else { continue }
            if let before = newest[sensor], number < before { faults.append("\(sensor) went back at the receiver") }
            newest[sensor] = number
        }
        for sensor in enabled where sensor != Sensors.bell && newest[sensor] == nil {
            faults.append("nothing of \(sensor) came to the receiver")
        }
        return faults
    }

    private func rows<Element>(_ sql: String, read: (Statement) throws(SQLiteError) -> Element) -> [Element] {
        // It was opened before; what can't be read is missed.
        (try? Database(path: path).rows(sql, read: read)) ?? []
    }
}
