import FoundationEssentials
import Shared

/// Introduces this machine to one server: one question whether it fits, one registration, nothing else.
struct Registrar: Sendable {
    let machine: Onboarding
    let url: ServerURL
    let connection: any HTTPConnection
    /// Those of the registration that this one takes the place of.
    let previous: Credentials?

    private var settings: ConnectionSettings { machine.settings.completed(by: previous?.settings) }
    private var allowsPlainHTTP: Bool { machine.allowsPlainHTTP || previous?.allowsPlainHTTP ?? false }

    func register() async throws(OnboardingError) -> Registration {
        try settings.check()
        let config = try await config()
        let given = try await post(RegistrationRequest(machine))
        guard let key = given.secret, let webhookID = given.webhookID else { throw .gaveNoSecret }
        let credentials = Credentials(
            webhookID: webhookID,
            key: key,
            cloudhookURL: given.cloudhookURL,
            remoteUIURL: given.remoteUIURL,
            baseURL: url.text,
            externalURL: previous?.externalURL,
            settings: settings,
            allowsPlainHTTP: allowsPlainHTTP
        )
        guard credentials.areUsable else { throw .gaveNoSecret }
        return Registration(
            credentials: credentials.stored(),
            url: url.text,
            version: config.version.printable(limit: 32),
            homeName: config.locationName?.printable(limit: 64)
        )
    }

    private func config() async throws(OnboardingError) -> ServerConfig {
        let response = try await send(.get, "/api/config")
        guard response.status == 200 else {
            throw .notHomeAssistant(detail: "it answered with status \(response.status)")
        }
        let config: ServerConfig
        do {
            config = try JSONDecoder().decode(ServerConfig.self, from: Data(response.body))
        } catch {
            throw .notHomeAssistant(detail: "its answer to /api/config is something else")
        }
        guard let version = ServerVersion(config.version), let least = ServerVersion(HomeAssistantKind.leastVersion)
        else { throw .notHomeAssistant(detail: "it gave no version") }
        guard version >= least else {
            throw .tooOld(version: config.version.printable(limit: 32), least: HomeAssistantKind.leastVersion)
        }
        // While it starts, integrations are still missing from the list.
        guard config.state == "RUNNING" else { throw .starting }
        guard config.components.contains("mobile_app") else { throw .lacksMobileApp }
        return config
    }

    private func post(_ request: RegistrationRequest) async throws(OnboardingError) -> RegistrationAnswer {
        let response = try await send(.post, "/api/mobile_app/registrations", body: SortedJSON.encode(request))
        switch response.status {
        case 200, 201:
            do {
                return try JSONDecoder().decode(RegistrationAnswer.self, from: Data(response.body))
            } catch {
                throw .notHomeAssistant(detail: "its answer to the registration is something else")
            }
        case 404: throw .starting
        case let status: throw .refused(status: status, detail: detail(of: response))
        }
    }

    /// Sends with the token; what every answer may say is dealt with here.
    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: [UInt8] = []
    ) async throws(OnboardingError) -> HTTPResponse {
        var request = HTTPRequest(method: method, url: url.appending(path), body: body)
        request.headers = [("Authorization", Secret("Bearer \(machine.token.exposed)"))]
        if method == .post { request.headers.append(("Content-Type", Secret("application/json"))) }
        request.plainHTTP = allowsPlainHTTP ? .anywhere : .onlyLocal
        request.settings = settings

        let response: HTTPResponse
        do {
            response = try await connection.send(request)
        } catch {
            switch error {
            case .badURL: throw .badURL(url.text)
            case .plainHTTPNotLocal(let host, let address): throw .plainHTTPNotLocal(host: host, address: address)
            case .answerTooLong: throw .notHomeAssistant(detail: "its answer to \(path) is too long")
            default: throw .unreachable(error)
            }
        }
        switch response.status {
        case 401, 403: throw .tokenRefused(status: response.status)
        case 300..<400: throw .redirected(to: shown(response.location ?? "somewhere else"))
        default: return response
        }
    }

    /// The server's own words for a refusal.
    private func detail(of response: HTTPResponse) -> String {
        struct Message: Decodable {
            var message: String
        }
        // Anything but a message in JSON says nothing to a person.
        let message = (try? JSONDecoder().decode(Message.self, from: Data(response.body)))?.message
        return shown(message ?? "it gave no reason")
    }

    /// Text of the server fit to be shown; never one that gives the token back.
    private func shown(_ text: String) -> String {
        text.contains(machine.token.exposed) ? "(hidden, since it holds the token)" : text.printable(limit: 200)
    }
}
