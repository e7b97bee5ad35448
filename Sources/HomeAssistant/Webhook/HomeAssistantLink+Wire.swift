import Sealing
import SensorSDK
import Shared

/// Questions and answers of one way to the server.
extension HomeAssistantLink {
    /// Has a fresh word given back, which no recorded answer holds.
    func prove() async throws(LinkFault) {
        let challenge = Challenge()
        var unused = Receipt()
        switch try await exchange(.renderTemplate, challenge, &unused).answer {
        case .sealed(let plaintext) where challenge.isMet(by: plaintext): isProven = true
        case .sealed: throw .unexpected(status: 200)
        case .plainObject: throw .keyMismatch
        }
    }

    /// Sends a command that is answered sealed, and opens the answer.
    ///
    /// - Parameter sensors: Whose data is in it.
    func ask(
        _ command: WebhookCommand,
        _ data: some Encodable & Sendable,
        of sensors: [SensorID] = [],
        _ receipt: inout Receipt
    ) async throws(LinkFault) -> [UInt8] {
        let exchange = try await exchange(command, data, of: sensors, &receipt)
        guard case .sealed(let plaintext) = exchange.answer else { throw .keyMismatch }
        // Without TLS someone else may sit at the end of a new connection and play back what he recorded.
        if !isProven { try await prove() }
        return plaintext
    }

    func exchange(
        _ command: WebhookCommand,
        _ data: some Encodable & Sendable,
        of sensors: [SensorID] = [],
        _ receipt: inout Receipt
    ) async throws(LinkFault) -> (answer: WebhookAnswer, isSameConnection: Bool) {
        let plaintext = SortedJSON.encode(data)
        let request = HTTPRequest(
            method: .post,
            url: route.endpoint,
            headers: [("Content-Type", Secret("application/json"))],
            body: SortedJSON.encode(Envelope(command, data: plaintext, sealedWith: box)),
            plainHTTP: route.plainHTTP,
            settings: route.settings
        )
        let before = lastAnswer
        let response: HTTPResponse
        do {
            response = try await connection.send(request)
        } catch {
            lastAnswer = nil
            if error.mayHaveLeft { Self.count(plaintext, of: sensors, &receipt) }
            throw .unreachable(error)
        }
        let now = Current.sinceBoot()
        lastAnswer = now
        Self.count(plaintext, of: sensors, &receipt)
        if !response.isSameConnection {
            if route.base.isPlain { isProven = false }
            if let before {
                if now - before < Self.idleLimit { receipt.mayHaveRestarted = true } else { receipt.wasIdle = true }
            }
        }
        return (try WebhookAnswer(response, openedWith: box), response.isSameConnection)
    }

    /// Shares the bytes of a request among the sensors in it.
    private static func count(_ plaintext: [UInt8], of sensors: [SensorID], _ receipt: inout Receipt) {
        for sensor in sensors { receipt.sentBytes[sensor, default: 0] += plaintext.count / sensors.count }
    }

    /// Home Assistant's own server keeps an idle connection for 75 s; one that ends sooner was ended by something else.
    private static let idleLimit = Duration.seconds(70)
}
