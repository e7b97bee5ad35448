import FoundationEssentials
import Sealing
import SensorSDK
import Shared

/// Deliveries to one Home Assistant over its webhook. Only what a sealed answer says is ever acknowledged.
///
/// One delivery at a time: the caller waits for the receipt before it starts the next.
actor HomeAssistantLink: ServerLink {
    let box: SecretBox
    let connection: any HTTPConnection
    let deviceID: String
    /// What the server said of its version last, on an earlier link.
    let lastVersion: String?
    private var credentials: Credentials
    /// All ways to the server, the one that worked last first.
    private var routes: [Route]

    /// The way in use.
    var route: Route
    /// Whether whoever answers on this way gave a fresh challenge back.
    var isProven = false
    /// What the server said of its version on this link.
    var version: String?
    /// What it is to be asked again at; since boot.
    private var configExpires: Duration?
    /// When the last answer came, since boot; `nil` when the connection is to be made anew anyway.
    var lastAnswer: Duration?
    /// Since boot: when the webhook began to answer with nothing, and nothing else came since.
    private var emptySince: Duration?
    var suspects = Suspects()
    var pace = RegistrationPace()

    private static let configAge = Duration.seconds(3600)
    /// How long empty answers count as a restart.
    private static let longestStart = Duration.seconds(24 * 3600)

    init(
        to server: ServerRecord,
        with credentials: Credentials,
        over connection: any HTTPConnection
    ) throws(OnboardingError) {
        do {
            box = try SecretBox(hexadecimal: credentials.key)
        } catch {
            throw .damagedCredentials
        }
        routes = try Route.all(credentials)
        route = routes[0]
        self.credentials = credentials
        self.connection = connection
        deviceID = server.deviceID
        lastVersion = server.version
        // An earlier run may have begun to count.
        emptySince = server.emptySince.map { since in
            Current.sinceBoot() - .seconds(max(0, Current.now().timeIntervalSince(since)))
        }
    }

    func deliver(_ batch: Batch) async -> Receipt {
        var receipt = Receipt()
        var faults: [(fault: LinkFault, route: Route)] = []
        for candidate in routes {
            take(candidate)
            do throws(LinkFault) {
                try await deliver(batch.without(receipt), &receipt)
                prefer(candidate, &receipt)
                emptySince = nil
                faults = []
                break
            } catch {
                isProven = false
                faults.append((error, candidate))
                guard error.suggestsAnotherURL else { break }
            }
        }
        // What an answer says is worth more than that there was none.
        if let worst = faults.first(where: { !$0.fault.isSilence }) ?? faults.first {
            receipt.fault = worst.fault
            receipt.mayBeForged =
                worst.fault == .gone && faults.allSatisfy { $0.fault != worst.fault || $0.route.base.isPlain }
            if worst.fault == .empty {
                receipt.fault = await explainEmpty(worst.route)
            } else if !worst.fault.isSilence {
                emptySince = nil
            }
        }
        receipt.serverVersion = version
        return receipt
    }

    func preview(_ batch: Batch) -> [Preview.Request] {
        var requests: [Preview.Request] = []
        for order in batch.registrations {
            // What can't be described is not sent; the listing says why.
            guard let description = try? SensorDescription(order, forServer: version ?? lastVersion ?? "") else {
                continue
            }
            requests.append(
                Preview.Request(
                    command: WebhookCommand.registerSensor.rawValue,
                    sensors: [order.sensor.id],
                    text: String(decoding: SortedJSON.encode(description), as: UTF8.self)
                )
            )
        }
        // Likewise.
        let updates = batch.states.compactMap { try? StateUpdate($0) }
        for part in suspects.portions(of: updates) {
            requests.append(
                Preview.Request(
                    command: WebhookCommand.updateSensorStates.rawValue,
                    sensors: part.map(\.sensor),
                    text: String(decoding: SortedJSON.encode(part), as: UTF8.self)
                )
            )
        }
        for item in batch.events {
            requests.append(
                Preview.Request(
                    command: WebhookCommand.fireEvent.rawValue,
                    sensors: [item.event.sensor],
                    text: String(decoding: SortedJSON.encode(EventCall(item, deviceID: deviceID)), as: UTF8.self)
                )
            )
        }
        return requests
    }

    nonisolated func close() {
        connection.close()
    }

    // MARK: - Which way

    private func take(_ candidate: Route) {
        guard candidate != route else { return }
        route = candidate
        isProven = false
        lastAnswer = nil
    }

    private func deliver(_ batch: Batch, _ receipt: inout Receipt) async throws(LinkFault) {
        try await begin(&receipt)
        var deferred: LinkFault?
        try await register(batch.registrations, &receipt, &deferred)
        try await update(batch.states, &receipt, &deferred)
        try await fire(batch.events, &receipt)
        if let deferred { throw deferred }
    }

    /// Makes sure who answers before the first data goes this way, and learns what the server knows now and then.
    private func begin(_ receipt: inout Receipt) async throws(LinkFault) {
        if !isProven { try await prove() }
        let now = Current.sinceBoot()
        if version != nil, let configExpires, now < configExpires { return }
        let plaintext = try await ask(.getConfig, [String: String](), &receipt)
        guard let config: ClientConfig = Self.decoded(plaintext) else { throw .unexpected(status: 200) }
        version = config.version.printable(limit: 32)
        configExpires = now + Self.configAge
        receipt.disabledAtServer = config.disabledSensors
        adopt(config, &receipt)
    }

    /// Tries the way that worked first from now on, and after a restart.
    private func prefer(_ way: Route, _ receipt: inout Receipt) {
        routes = [way] + routes.filter { $0 != way }
        // Without a word the owner's own URL is the first.
        guard credentials.lastWay ?? .url != way.way else { return }
        credentials.lastWay = way.way
        receipt.credentials = credentials.stored()
    }

    /// The server's own URLs appear, change and vanish.
    private func adopt(_ config: ClientConfig, _ receipt: inout Receipt) {
        var adopted = credentials
        adopted.cloudhookURL = config.cloudhookURL
        adopted.remoteUIURL = config.remoteUIURL
        guard adopted.cloudhookURL != credentials.cloudhookURL || adopted.remoteUIURL != credentials.remoteUIURL else {
            return
        }
        // The owner's URL was fit to be used when this link was made.
        guard let all = try? Route.all(adopted) else { return }
        credentials = adopted
        routes = [route] + all.filter { $0 != route }
        receipt.credentials = adopted.stored()
    }

    /// After a day of empty answers: whether the server is all there but for this machine.
    private func explainEmpty(_ route: Route) async -> LinkFault {
        let now = Current.sinceBoot()
        let since = emptySince ?? now
        emptySince = since
        guard now - since >= Self.longestStart else { return .empty }
        let request = HTTPRequest(
            method: .get,
            url: route.base.appending("/auth/providers"),
            plainHTTP: route.plainHTTP,
            settings: route.settings,
            longestAnswer: 1 << 16
        )
        struct Providers: Decodable {
            struct Provider: Decodable {
                var type: String
            }
            var providers: [Provider]
        }
        // Any other answer is none of a server that is all there.
        guard let response = try? await connection.send(request), response.status == 200,
            let answer: Providers = Self.decoded(response.body), !answer.providers.isEmpty
        else { return .empty }
        return .unknownToServer
    }

    /// `nil` when the content is not what the command gives; the caller keeps everything then.
    static func decoded<Content: Decodable>(_ plaintext: [UInt8]) -> Content? {
        try? JSONDecoder().decode(Content.self, from: Data(plaintext))
    }
}

extension LinkFault {
    /// Nobody answered.
    fileprivate var isSilence: Bool {
        if case .unreachable = self { true } else { false }
    }
}
