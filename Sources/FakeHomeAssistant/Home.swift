import FoundationEssentials
import HTTPServer
import SensorSDK
import Shared

/// What a Home Assistant holds and how it answers; no socket, no clock, no thread.
struct Home: Sendable {
    let token: Secret
    let version: String
    let components: [String]
    let isRunning: Bool
    let encrypts: Bool
    let acceptsOneRegistration: Bool
    let randomBytes: @Sendable (Int) -> [UInt8]

    var machines: [Machine] = []
    private(set) var events: [FiredEvent] = []
    private(set) var wire: [WireLine] = []
    /// Requests to the webhook so far.
    private(set) var requests = 0
    private(set) var fault = Fault.well
    /// What was opened of the last messages, in the order in which they came.
    private(set) var opened: [OpenedMessage] = []
    /// Webhook ids of machines that were deleted: an empty 200 until the next restart, then 410.
    private var deleted: Set<String> = []
    private var gone: Set<String> = []

    private static let mostKept = 10_000
    private static let mostOpened = 1000

    init(
        token: Secret,
        version: String,
        components: [String],
        isRunning: Bool,
        encrypts: Bool,
        acceptsOneRegistration: Bool,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.token = token
        self.version = version
        self.components = components
        self.isRunning = isRunning
        self.encrypts = encrypts
        self.acceptsOneRegistration = acceptsOneRegistration
        self.randomBytes = randomBytes
    }

    mutating func answer(_ request: ServerRequest, at time: Date) -> ServerResponse {
        let webhook = "/api/webhook/"
        switch (request.method, request.path) {
        case ("GET", "/api/config"): return isAllowed(request) ? .json(200, config) : .unauthorized
        case ("GET", "/auth/providers"):
            let provider: JSONValue = ["id": nil, "name": "Home Assistant Local", "type": "homeassistant"]
            return .json(200, ["preselect_remember_me": true, "providers": [provider]])
        case ("POST", "/api/mobile_app/registrations"):
            guard isRunning, components.contains("mobile_app") else { return .notFound }
            return isAllowed(request) ? register(request.body) : .unauthorized
        case (let method, let path) where path.hasPrefix(webhook):
            guard method == "POST" || method == "PUT" else {
                return ServerResponse(status: method == "HEAD" ? 200 : 405)
            }
            return answerWebhook(String(path.dropFirst(webhook.count)), request.body, at: time)
        default: return .notFound
        }
    }

    mutating func behave(_ fault: Fault) {
        switch fault {
        case .well, .empty200, .plain200, .plain200Once, .status, .answer, .longestBody, .failsOn, .refuses, .noAnswer,
            .closesConnections:
            self.fault = fault
        case .forgetWebhook: forgetMachines()
        case .gone:
            forgetMachines()
            restart()
        case .restart: restart()
        case .disableEntity(let id): change(id) { $0.isDisabled = true }
        case .enableEntity(let id): change(id) { $0.isDisabled = false }
        case .deleteEntity(let id):
            for index in machines.indices { machines[index].entities.removeAll { $0.uniqueID == id } }
        }
    }

    mutating func forget(_ machine: Machine) {
        machines.removeAll { $0.webhookID == machine.webhookID }
        deleted.insert(machine.webhookID)
    }

    mutating func append(_ event: FiredEvent) {
        if events.count >= Self.mostKept { events.removeFirst(Self.mostKept / 10) }
        events.append(event)
    }

    mutating func appendOpened(_ command: String, _ plaintext: String) {
        let number = (opened.last?.number ?? 0) + 1
        if opened.count >= Self.mostOpened { opened.removeFirst(Self.mostOpened / 10) }
        opened.append(OpenedMessage(number: number, command: command, plaintext: plaintext))
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let alphabet = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self)
    }

    private mutating func answerWebhook(_ id: String, _ body: [UInt8], at time: Date) -> ServerResponse {
        var line = WireLine(
            time: time,
            command: "",
            sealedBytes: 0,
            sealedStart: "",
            items: 0,
            status: 0,
            isAnswerSealed: false
        )
        var response = webhookAnswer(id, body, &line)
        if fault == .closesConnections { response.ending = .close }
        if fault == .noAnswer { response.ending = .dropWithoutAnswer }
        line.status = response.status
        requests += 1
        if wire.count >= Self.mostKept { wire.removeFirst(Self.mostKept / 10) }
        wire.append(line)
        return response
    }

    private mutating func webhookAnswer(_ id: String, _ body: [UInt8], _ line: inout WireLine) -> ServerResponse {
        line.describe(body)
        switch fault {
        case .empty200: return ServerResponse()
        case .plain200: return .emptyObject
        case .plain200Once:
            fault = .well
            return .emptyObject
        case .status(let status):
            let page = Array("<html><body>Something in between</body></html>".utf8)
            return ServerResponse(status: status, headers: ["Content-Type": "text/html"], body: page)
        case .answer(let status, let headers, let text):
            return ServerResponse(status: status, headers: headers, body: Array(text.utf8))
        case .longestBody(let longest) where body.count > longest: return ServerResponse(status: 413)
        default: break
        }
        if gone.contains(id) { return ServerResponse(status: 410) }
        guard isRunning, let index = machines.firstIndex(where: { $0.webhookID == id }) else { return ServerResponse() }
        return answer(body, of: index, &line)
    }

    private func isAllowed(_ request: ServerRequest) -> Bool {
        request.headers["authorization"] == "Bearer \(token.exposed)"
    }

    private var config: JSONValue {
        [
            "components": .list(components.map(JSONValue.text)), "location_name": "Demo home",
            "state": .text(isRunning ? "RUNNING" : "STARTING"), "time_zone": "UTC", "version": .text(version),
        ]
    }

    private mutating func forgetMachines() {
        for machine in machines { forget(machine) }
    }

    private mutating func restart() {
        gone.formUnion(deleted)
        deleted = []
        for machine in machines.indices {
            for entity in machines[machine].entities.indices {
                let old = machines[machine].entities[entity]
                if old.kind == .binarySensor, ["unavailable", "unknown"].contains(old.state) {
                    machines[machine].entities[entity].state = "off"
                }
            }
        }
    }

    private mutating func change(_ id: String, _ change: (inout Entity) -> Void) {
        for machine in machines.indices {
            for entity in machines[machine].entities.indices
            where machines[machine].entities[entity].uniqueID == id {
                change(&machines[machine].entities[entity])
            }
        }
    }
}
