import FoundationEssentials
import Sealing
import SensorSDK
import Shared

/// Deliveries to one receiver. Only a sealed acknowledgement of exactly what was sent lets anything go from the queue.
///
/// One delivery at a time: the caller waits for the receipt before it starts the next.
actor WebhookLink: ServerLink {
    private let agent: String
    private let seal: WebhookSeal
    private let endpoint: Endpoint
    private let credentials: WebhookCredentials
    private let connection: any HTTPConnection
    /// The most items that go in one request; less after an answer that it was too large.
    private var mostItems = Int.max
    /// Batches in a row that were refused, or that the receiver failed on.
    private var failures = 0
    /// Whether batches are compressed; not after a receiver did not understand one and understood it without.
    private var isPacking = true

    /// The longest batch in bytes of JSON, unless one item alone is longer.
    static let longestBatch = 256 << 10
    /// How often the same may fail before it is taken apart.
    private static let patience = 5

    nonisolated var keepsHistory: Bool { true }

    /// - Parameter agent: The id that the receiver knows the key by.
    init(
        agent: String,
        with credentials: WebhookCredentials,
        over connection: any HTTPConnection
    ) throws(OnboardingError) {
        do {
            seal = try WebhookSeal(credentials.key)
        } catch {
            throw .damagedCredentials
        }
        endpoint = try Endpoint(credentials.url.exposed)
        self.agent = agent
        self.credentials = credentials
        self.connection = connection
    }

    func deliver(_ batch: Batch) async -> Receipt {
        var receipt = Receipt()
        do throws(LinkFault) {
            try await send(batch, &receipt)
        } catch {
            receipt.fault = error
            if error.mayBeOfContent, !batch.isEmpty {
                failures += 1
                if failures >= Self.patience { await search(batch, &receipt) }
            }
        }
        return receipt
    }

    /// Sends what fits in one request, and notes what is acknowledged.
    func send(_ batch: Batch, _ receipt: inout Receipt) async throws(LinkFault) {
        let (document, text) = request(batch)
        do throws(LinkFault) {
            let acknowledgement = try await packedOrNot(text, document, &receipt)
            for order in batch.registrations { receipt.registrations[order.sensor.id] = .accepted }
            for sensor in acknowledgement.undescribed ?? [] { receipt.states[sensor] = .notRegistered }
            if let last = document.last { receipt.recorded = QueueSequence(epoch: document.epoch, number: last) }
            if !batch.isEmpty { failures = 0 }
        } catch {
            if error == .tooLarge || error == .declined(.oversize) { mostItems = max(1, document.items.count / 2) }
            throw error
        }
    }

    func preview(_ batch: Batch) -> [Preview.Request] {
        if batch.isEmpty { return [] }
        let (document, text) = request(batch)
        return [
            Preview.Request(
                command: "batch",
                sensors: document.sensorIDs.sorted(),
                text: String(decoding: text, as: UTF8.self)
            )
        ]
    }

    nonisolated func close() {
        connection.close()
    }

    /// As much of a batch as goes in one request, and exactly the bytes that are compressed and sealed.
    private func request(_ batch: Batch) -> (document: BatchDocument, text: [UInt8]) {
        guard let history = batch.history, !batch.isEmpty else {
            let question = BatchDocument(agent: agent, challenge: Current.randomBytes(16).hexadecimal)
            return (question, SortedJSON.encode(question))
        }
        var items = history.items.prefix(mostItems).map(ItemDocument.init)
        while true {
            let document = BatchDocument(
                agent: agent,
                epoch: history.sequence.epoch,
                batch: history.sequence.number,
                dropped: history.dropped,
                sensors: batch.registrations.map(SensorDocument.init),
                items: items
            )
            let text = SortedJSON.encode(document)
            guard text.count > Self.longestBatch, items.count > 1 else { return (document, text) }
            items.removeLast(items.count - items.count / 2)
        }
    }

    /// Receivers that were written before batches were compressed find them malformed.
    private func packedOrNot(
        _ text: [UInt8],
        _ document: BatchDocument,
        _ receipt: inout Receipt
    ) async throws(LinkFault) -> Acknowledgement {
        let packed = isPacking ? PackedText.packed(text) : text
        do throws(LinkFault) {
            return try await post(packed, text, document, &receipt)
        } catch {
            guard error == .declined(.malformed), packed != text else { throw error }
            let acknowledgement = try await post(text, text, document, &receipt)
            isPacking = false
            return acknowledgement
        }
    }

    private func post(
        _ packed: [UInt8],
        _ text: [UInt8],
        _ document: BatchDocument,
        _ receipt: inout Receipt
    ) async throws(LinkFault) -> Acknowledgement {
        let request = HTTPRequest(
            method: .post,
            url: endpoint.url,
            headers: [("Content-Type", Secret("application/json"))],
            body: SortedJSON.encode(Envelope(agent: agent, sealed: seal.batches.seal(packed))),
            plainHTTP: credentials.allowsPlainHTTP ? .anywhere : .onlyLocal,
            settings: credentials.settings
        )
        let response: HTTPResponse
        do {
            response = try await connection.send(request)
        } catch {
            if error.mayHaveLeft { Self.count(text, of: document, &receipt) }
            throw .unreachable(error)
        }
        Self.count(text, of: document, &receipt)
        return try WebhookResponse(response).acknowledgement(of: document, text, openedWith: seal.acknowledgements)
    }

    /// Shares the bytes of a request among the sensors in it.
    private static func count(_ text: [UInt8], of document: BatchDocument, _ receipt: inout Receipt) {
        let sensors = document.sensorIDs
        for sensor in sensors { receipt.sentBytes[sensor, default: 0] += text.count / sensors.count }
    }
}

extension BatchDocument {
    fileprivate var sensorIDs: Set<SensorID> { Set(sensors.map(\.id) + items.map(\.sensor)) }
}
