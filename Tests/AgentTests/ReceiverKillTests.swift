import FoundationEssentials
import Glibc
import Live
import SQLite
import Sealing
import Shared
import TestSupport
import Testing
import Webhook

/// `agent receive`, killed at random moments while an agent sends.
@Suite(.world { $0.http = CurlTransport() }, .timeLimit(.minutes(5)))
struct ReceiverKillTests {
    private let folder: TemporaryFolder
    private let line = KeyLine.fresh()

    init() throws {
        folder = try TemporaryFolder()
        let file = folder.path + "/key"
        try Data(line.text.exposed.utf8).write(to: URL(filePath: file))
        chmod(file, 0o600)
    }

    /// - Returns: The receiver, and where it listens.
    private func start(_ address: String) async throws -> (program: RunningProgram, address: String) {
        try await AgentProgram.startReceiver(
            "--listen",
            address,
            "--key-file",
            folder.path + "/key",
            "--sqlite",
            folder.path + "/received.db"
        )
    }

    /// Sends items; their values are their numbers.
    ///
    /// - Returns: Whether they were acknowledged.
    private func send(
        _ items: ClosedRange<Int64>,
        inBatch number: Int64,
        to address: String,
        over connection: any HTTPConnection
    ) async -> Bool {
        let text = """
            {"version":1,"agent":"\(line.agent ?? "")","epoch":1,"batch":\(number),"first":\(items.lowerBound),\
            "last":\(items.upperBound),"dropped":0,"sensors":[],"items":[\
            \(items.map { #"{"number":\#($0),"sensor":"a.b.c","time":"t","value":\#($0)}"# }.joined(separator: ","))]}
            """
        do {
            let seal = try WebhookSeal(line.key)
            let envelope = Envelope(agent: line.agent ?? "", sealed: seal.batches.seal(Array(text.utf8)))
            let request = HTTPRequest(
                method: .post,
                url: Secret("http://\(address)/"),
                body: SortedJSON.encode(envelope)
            )
            let response = try await connection.send(request)
            let answer = try JSONDecoder().decode(AnswerDocument.self, from: Data(response.body))
            return try response.status == 200 && !seal.acknowledgements.open(answer.sealed ?? "").isEmpty
        } catch {
            return false
        }
    }

    @Test("killed at any moment it has all that it acknowledged, in order, and nothing twice")
    func kills() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var chance = SeededChance(seed: seed)
        let connection = Current.http.connection()
        defer { connection.close() }
        // The port stays its own between a kill and the next start.
        let held = try HeldPort()
        defer { held.letGo() }
        var (receiver, address) = try await start("127.0.0.1:\(held.port)")
        var batch: Int64 = 1_000_000
        var first: Int64 = 1
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 0...3, using: &chance) {
                batch += 1
                let last = first + Int64.random(in: 0...40, using: &chance)
                if await send(first...last, inBatch: batch, to: address, over: connection) { first = last + 1 }
            }
            batch += 1
            let last = first + 40
            let pause = Int.random(in: 0...6000, using: &chance)
            async let isAcknowledged = send(first...last, inBatch: batch, to: address, over: connection)
            // Somewhere between the request and its answer.
            try await Task.sleep(for: .microseconds(pause))
            receiver.signal(SIGKILL)
            if await isAcknowledged { first = last + 1 }
            _ = try await receiver.end()
            (receiver, _) = try await start(address)
            // What was written without an acknowledgement comes again.
            batch += 1
            let isTaken = await send(first...first + 40, inBatch: batch, to: address, over: connection)
            try #require(isTaken, "seed \(seed)")
            first += 41
        }
        receiver.signal(SIGTERM)
        #expect(try await receiver.end().status == 0)
        let database = try Database(path: folder.path + "/received.db")
        let numbers = try database.rows("SELECT number FROM items ORDER BY number") { (row) throws(SQLiteError) in
            try row.integer(0)
        }
        #expect(numbers == Array(1..<first), "seed \(seed)")
    }
}
