import FoundationEssentials
package import HTTPServer
import Sealing
package import Shared
import Synchronization
package import Webhook

/// The receiving end of the server kind `webhook`: opens what agents send, writes what is new, and only then acknowledges it.
///
/// It believes nothing but what opens with an agent's key: neither addresses nor headers nor paths, so that it may stand
/// behind any proxy. What it remembers for ever is one row an agent.
package final class Receiver: Sendable {
    private struct State {
        let archive: Archive
        var seals: [String: WebhookSeal]
        var tally = Tally()
    }

    /// The longest body of a request: twice what an agent seals, in base64.
    package static let longestBody = 1 << 20
    package static let mostConnections = 64

    private let state: Mutex<State>
    private let onRefusal: @Sendable (ReceiverRefusal, _ count: Int, _ detail: String?) -> Void

    /// - Parameters:
    ///   - keys: Every agent that may send, with its id.
    ///   - database: Path of the SQLite file that remembers how far each agent's data is written.
    ///   - output: Where the items go.
    ///   - onRefusal: Told of each refusal: how many of this kind there were, and what failed here, if it was that. Called on the
    ///     server's thread.
    /// - Throws: ``KeyFileError``, ``ReceiverError``
    package init(
        keys: [KeyLine],
        database: String,
        output: ReceiverOutput,
        onRefusal: @escaping @Sendable (ReceiverRefusal, _ count: Int, _ detail: String?) -> Void = { _, _, _ in }
    ) throws {
        let seals = try Self.seals(keys)
        let lines: LineFile? =
            switch output {
            case .database: nil
            case .lines(let path): try LineFile(path: path)
            }
        self.onRefusal = onRefusal
        state = Mutex(State(archive: try Archive(path: database, lines: lines), seals: seals))
    }

    /// Takes other keys from now on; what is remembered of each agent stays.
    ///
    /// - Parameter keys: Of every agent that may send.
    /// - Throws: ``KeyFileError`` with nothing changed.
    package func take(_ keys: [KeyLine]) throws {
        let seals = try Self.seals(keys)
        state.withLock { $0.seals = seals }
    }

    private static func seals(_ keys: [KeyLine]) throws -> [String: WebhookSeal] {
        var seals: [String: WebhookSeal] = [:]
        for line in keys {
            guard let agent = line.agent else { throw KeyFileError.lacksAgent }
            seals[agent] = try WebhookSeal(line.key)
        }
        guard !seals.isEmpty else { throw KeyFileError.notOne(found: 0) }
        return seals
    }

    package var tally: Tally { state.withLock { $0.tally } }

    /// Serves until the server is stopped.
    package func serve(on address: ListenAddress) throws(HTTPServerError) -> HTTPServer {
        try HTTPServer(
            address: address,
            mostConnections: Self.mostConnections,
            longestBody: Self.longestBody,
            tooLong: { self.refuse(.oversize) },
            handler: { self.answer($0) }
        )
    }

    package func answer(_ request: ServerRequest) -> ServerResponse {
        guard request.method == "POST" else { return ServerResponse(status: 405, headers: ["Allow": "POST"]) }
        do {
            let envelope = try Self.decoded(Envelope.self, request.body, otherwise: .truncated)
            guard let seal = state.withLock({ $0.seals[envelope.agent] }) else { throw ReceiverRefusal.unknownAgent }
            let text = try PackedText.unpacked(Self.open(envelope, seal))
            let batch = try Self.decoded(BatchDocument.self, text, otherwise: .malformed)
            guard batch.agent == envelope.agent else { throw ReceiverRefusal.forged }
            guard batch.isSound else { throw ReceiverRefusal.malformed }
            let acknowledgement = SortedJSON.encode(try take(batch, text))
            var answer = ServerResponse.json(200, AnswerDocument(sealed: seal.acknowledgements.seal(acknowledgement)))
            // Who recorded a question can ask it again; a batch is new.
            answer.earnsTrust = !batch.isQuestion
            return answer
        } catch {
            let refusal = error as? ReceiverRefusal
            return refuse(refusal ?? .unavailable, detail: refusal == nil ? "\(error)" : nil)
        }
    }

    private func take(_ batch: BatchDocument, _ text: [UInt8]) throws -> Acknowledgement {
        var acknowledgement = Acknowledgement(
            agent: batch.agent,
            epoch: batch.epoch,
            batch: batch.batch,
            digest: Digest.sha256(text).hexadecimal
        )
        if batch.isQuestion { return acknowledgement }
        try state.withLock { state in
            let taken = try state.archive.take(batch)
            acknowledgement.duplicates = taken.duplicates
            acknowledgement.undescribed = taken.undescribed
            state.tally.batches += 1
            state.tally.duplicates += taken.duplicates
            state.tally.items += batch.items.count - taken.duplicates
        }
        return acknowledgement
    }

    private func refuse(_ refusal: ReceiverRefusal, detail: String? = nil) -> ServerResponse {
        let count = state.withLock { state in
            state.tally.refused[refusal, default: 0] += 1
            return state.tally.refused[refusal, default: 0]
        }
        onRefusal(refusal, count, detail)
        return .json(refusal.status, AnswerDocument(refused: refusal))
    }

    private static func open(_ envelope: Envelope, _ seal: WebhookSeal) throws(ReceiverRefusal) -> [UInt8] {
        do {
            return try seal.batches.open(envelope.sealed)
        } catch SealingError.doesNotOpen {
            throw .forged
        } catch {
            throw .truncated
        }
    }

    private static func decoded<Document: Decodable>(
        _ type: Document.Type,
        _ text: [UInt8],
        otherwise refusal: ReceiverRefusal
    ) throws(ReceiverRefusal) -> Document {
        do { return try JSONDecoder().decode(type, from: Data(text)) } catch { throw refusal }
    }
}

extension ReceiverRefusal {
    fileprivate var status: Int {
        switch self {
        case .truncated: 400
        case .unknownAgent, .forged: 403
        case .replayed: 409
        case .oversize: 413
        case .malformed: 422
        case .unavailable: 503
        }
    }
}

extension ServerResponse {
    fileprivate static func json(_ status: Int, _ document: AnswerDocument) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: ["Content-Type": "application/json"],
            body: SortedJSON.encode(document)
        )
    }
}
