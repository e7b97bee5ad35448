import FoundationEssentials
import Sealing
import SensorSDK
import Shared

/// Deliveries to one Home Assistant over its webhook. Only what a sealed answer says is ever acknowledged.
///
/// One delivery at a time: the caller waits for the receipt before it starts the next.
actor HomeAssistantLink: ServerLink {
    private let base: ServerURL
    private let endpoint: Secret
    private let plainHTTP: HTTPRequest.PlainHTTP
    private let box: SecretBox
    private let connection: any HTTPConnection
    private let deviceID: String
    /// Whether the server at the other end of this connection gave a fresh challenge back.
    private var isProven = false
    /// What the server said of its version on this link.
    private var version: String?
    /// What it said last, on an earlier one.
    private let lastVersion: String?

    init(
        to server: ServerRecord,
        with credentials: Credentials,
        over connection: any HTTPConnection
    ) throws(OnboardingError) {
        do {
            base = try ServerURL(credentials.baseURL)
            box = try SecretBox(hexadecimal: credentials.key)
        } catch {
            throw .damagedCredentials
        }
        endpoint = base.appending("/api/webhook/\(credentials.webhookID.exposed)")
        plainHTTP = credentials.allowsPlainHTTP ? .anywhere : .onlyLocal
        self.connection = connection
        deviceID = server.deviceID
        lastVersion = server.version
    }

    func deliver(_ batch: Batch) async -> Receipt {
        var receipt = Receipt()
        do throws(LinkFault) {
            try await begin()
            let tookAll = try await register(batch.registrations, &receipt)
            try await update(batch.states, &receipt)
            try await fire(batch.events, &receipt)
            if !tookAll { throw .unexpected(status: 200) }
        } catch {
            receipt.fault = error
        }
        receipt.serverVersion = version
        return receipt
    }

    nonisolated func close() {
        connection.close()
    }

    // MARK: - The parts of a delivery

    /// Makes sure who answers before the first data of this link, and learns which words the server knows.
    private func begin() async throws(LinkFault) {
        if !isProven { try await prove() }
        guard version == nil else { return }
        let plaintext = try await ask(.getConfig, [String: String]())
        guard let config: Config = Self.decoded(plaintext) else { throw .unexpected(status: 200) }
        version = config.version.printable(limit: 32)
    }

    /// Has a fresh word given back, which no recorded answer holds.
    private func prove() async throws(LinkFault) {
        let challenge = Challenge()
        switch try await exchange(.renderTemplate, challenge).answer {
        case .sealed(let plaintext) where challenge.isMet(by: plaintext): isProven = true
        case .sealed: throw .unexpected(status: 200)
        case .plainObject: throw .keyMismatch
        }
    }

    /// - Returns: Whether the server took every description that was sent.
    private func register(
        _ orders: [RegistrationOrder],
        _ receipt: inout Receipt
    ) async throws(LinkFault) -> Bool {
        var tookAll = true
        for order in orders {
            let id = order.sensor.id
            let description: SensorDescription
            do {
                description = try SensorDescription(order, forServer: version ?? lastVersion ?? "")
            } catch {
                receipt.registrations[id] = .refused("\(error)")
                continue
            }
            do throws(LinkFault) {
                let plaintext = try await ask(.registerSensor, description)
                guard let success: Success = Self.decoded(plaintext), success.success else {
                    throw .unexpected(status: 200)
                }
                receipt.registrations[id] = .accepted
            } catch .keyMismatch {
                // A word that the server does not know gets the same answer. If the key still opens it was that, and
                // this sensor, which stays queued, holds up none of the others.
                try await prove()
                tookAll = false
            }
        }
        return tookAll
    }

    private func update(_ items: [StateItem], _ receipt: inout Receipt) async throws(LinkFault) {
        var updates: [StateUpdate] = []
        for item in items {
            do {
                updates.append(try StateUpdate(item))
            } catch {
                receipt.states[item.reading.sensor] = .refused("\(error)")
            }
        }
        guard !updates.isEmpty else { return }
        let plaintext = try await ask(.updateSensorStates, updates)
        guard let answer = StateUpdateAnswer(plaintext) else { throw .unexpected(status: 200) }
        var isWhole = true
        for update in updates {
            if let outcome = answer[update.sensor] {
                receipt.states[update.sensor] = outcome
            } else {
                isWhole = false
            }
        }
        if !isWhole { throw .unexpected(status: 200) }
    }

    /// Each event is followed by a question with a sealed answer, since `fire_event` has none: what opens on the same
    /// connection proves that the server itself took the event before.
    private func fire(_ items: [EventItem], _ receipt: inout Receipt) async throws(LinkFault) {
        for item in items {
            do throws(LinkFault) {
                let call = try await exchange(.fireEvent, EventCall(item, deviceID: deviceID))
                guard call.answer == .plainObject else { throw .unexpected(status: 200) }
                let proof = try await exchange(.updateSensorStates, [String]())
                guard case .sealed = proof.answer else { throw .keyMismatch }
                guard proof.isSameConnection else {
                    throw .unreachable(.connectionBroken(host: base.host, detail: "between an event and its receipt"))
                }
                if !isProven { try await prove() }
            } catch {
                if error.mayHaveArrived { receipt.attemptedEvents.insert(item.sequence) }
                throw error
            }
            receipt.deliveredEvents.insert(item.sequence)
        }
    }

    // MARK: - The wire

    /// Sends a command that is answered sealed, and opens the answer.
    private func ask(_ command: WebhookCommand, _ data: some Encodable & Sendable) async throws(LinkFault) -> [UInt8] {
        guard case .sealed(let plaintext) = try await exchange(command, data).answer else { throw .keyMismatch }
        // Without TLS someone else may sit at the end of a new connection and play back what he recorded.
        if !isProven { try await prove() }
        return plaintext
    }

    private func exchange(
        _ command: WebhookCommand,
        _ data: some Encodable & Sendable
    ) async throws(LinkFault) -> (answer: WebhookAnswer, isSameConnection: Bool) {
        let envelope = Envelope(command, data: SortedJSON.encode(data), sealedWith: box)
        let request = HTTPRequest(
            method: .post,
            url: endpoint,
            headers: [("Content-Type", Secret("application/json"))],
            body: SortedJSON.encode(envelope),
            plainHTTP: plainHTTP
        )
        let response: HTTPResponse
        do {
            response = try await connection.send(request)
        } catch {
            throw .unreachable(error)
        }
        if base.isPlain, !response.isSameConnection { isProven = false }
        return (try WebhookAnswer(response, openedWith: box), response.isSameConnection)
    }

    private struct Config: Decodable {
        var version: String
    }

    private struct Success: Decodable {
        var success: Bool
    }

    /// `nil` when the content is not what the command gives; the caller keeps everything then.
    private static func decoded<Content: Decodable>(_ plaintext: [UInt8]) -> Content? {
        try? JSONDecoder().decode(Content.self, from: Data(plaintext))
    }
}

extension LinkFault {
    /// Whether the server may have done what it was asked for before this came up.
    fileprivate var mayHaveArrived: Bool {
        switch self {
        case .unreachable(.badURL), .unreachable(.nameNotFound), .unreachable(.refused), .unreachable(.untrusted),
            .unreachable(.plainHTTPNotLocal):
            false
        default: true
        }
    }
}
