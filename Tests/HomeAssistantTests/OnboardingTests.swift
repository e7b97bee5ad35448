import HomeAssistant
import Shared
import TestSupport
import Testing

@Suite struct OnboardingTests {
    private static let token = "eyJhbGciOi.token.that-nobody-may-see"
    private static let goodConfig =
        #"{"version":"2024.3.3","components":["mobile_app"],"state":"RUNNING","location_name":"My home"}"#
    private static let goodAnswer =
        #"{"cloudhook_url":null,"remote_ui_url":null,"secret":"\#(WebhookServer.key.exposed)","webhook_id":"\#(WebhookServer.webhookID)"}"#

    private func register(
        url: String = "http://ha.local:8123",
        allowsPlainHTTP: Bool = false,
        over transport: FakeHTTPTransport
    ) async throws -> Registration {
        try await inWorld {
            $0.http = transport
        } operation: {
            try await HomeAssistantKind().register(
                Onboarding(
                    url: url,
                    token: Secret(Self.token),
                    deviceName: "Laptop",
                    deviceID: "0123456789abcdef0123456789abcdef",
                    host: HostFacts(
                        model: "ThinkPad T480",
                        manufacturer: "LENOVO",
                        osName: "Debian GNU/Linux",
                        osVersion: "12 (bookworm)"
                    ),
                    allowsPlainHTTP: allowsPlainHTTP
                )
            )
        }
    }

    private func transport(
        config: HTTPResponse = HTTPResponse(status: 200, body: Array(goodConfig.utf8)),
        answer: HTTPResponse = HTTPResponse(status: 201, body: Array(goodAnswer.utf8))
    ) -> FakeHTTPTransport {
        FakeHTTPTransport { .success($0.method == .get ? config : answer) }
    }

    private static func response(_ status: Int, _ body: String, location: String? = nil) -> HTTPResponse {
        HTTPResponse(status: status, body: Array(body.utf8), location: location)
    }

    @Test("a machine introduces itself with one question and one registration, and gets what it needs to deliver")
    func registers() async throws {
        let answer = Self.response(
            201,
            Self.goodAnswer.replacing(#""cloudhook_url":null"#, with: #""cloudhook_url":"https://hooks.nabu.casa/x""#)
                .replacing(#""remote_ui_url":null"#, with: #""remote_ui_url":"https://x.ui.nabu.casa""#)
        )
        let transport = transport(answer: answer)
        let registration = try await register(url: " http://HA.local:8123/lovelace/0?x#y ", over: transport)

        #expect(registration.url == "http://ha.local:8123")
        #expect(registration.version == "2024.3.3")
        #expect(registration.homeName == "My home")
        #expect(try registration.credentials.exposed == Golden.text("credentials"))

        let requests = transport.requests
        #expect(
            requests.map { "\($0.method.rawValue) \($0.url.exposed)" } == [
                "GET http://ha.local:8123/api/config",
                "POST http://ha.local:8123/api/mobile_app/registrations",
            ]
        )
        for request in requests {
            #expect(request.headers.first { $0.name == "Authorization" }?.value.exposed == "Bearer \(Self.token)")
            #expect(request.plainHTTP == .onlyLocal)
        }
        #expect(try String(decoding: requests[1].body, as: UTF8.self) == Golden.text("registration"))

        let record = Samples.record(credentials: registration.credentials.exposed)
        try await inWorld { _ in
        } operation: {
            _ = try HomeAssistantKind().link(to: record)
        }
    }

    @Test("plain http off the local network is used only when the owner says so")
    func insecure() async throws {
        let transport = transport()
        let registration = try await register(allowsPlainHTTP: true, over: transport)
        #expect(transport.requests.allSatisfy { $0.plainHTTP == .anywhere })

        let server = try WebhookServer()
        try await inWorld {
            $0.http = server.transport
        } operation: {
            let record = Samples.record(credentials: registration.credentials.exposed)
            _ = await (try HomeAssistantKind().link(to: record)).deliver(Batch(events: [try Samples.event()]))
        }
        #expect(!server.calls.isEmpty)
        #expect(server.calls.allSatisfy { $0.request.plainHTTP == .anywhere })
    }

    @Test(
        "whoever answers is refused with the reason, and no registration is sent",
        arguments: [
            (response(401, "401: Unauthorized"), OnboardingError.tokenRefused(status: 401)),
            (response(403, ""), .tokenRefused(status: 403)),
            (response(301, "", location: "https://ha.example/x"), .redirected(to: "https://ha.example/x")),
            (response(307, ""), .redirected(to: "somewhere else")),
            (response(200, "<html>"), .notHomeAssistant(detail: "its answer to /api/config is something else")),
            (
                response(200, #"{"version":7}"#),
                .notHomeAssistant(detail: "its answer to /api/config is something else")
            ),
            (response(404, ""), .notHomeAssistant(detail: "it answered with status 404")),
            (response(502, ""), .notHomeAssistant(detail: "it answered with status 502")),
            (
                response(200, goodConfig.replacing("2024.3.3", with: "2023.5.4")),
                .tooOld(version: "2023.5.4", least: "2023.6")
            ),
            (
                response(200, goodConfig.replacing("2024.3.3", with: "0.117.0")),
                .tooOld(version: "0.117.0", least: "2023.6")
            ),
            (
                response(200, goodConfig.replacing("2024.3.3", with: "new")),
                .notHomeAssistant(detail: "it gave no version")
            ),
            (response(200, goodConfig.replacing("mobile_app", with: "api")), .lacksMobileApp),
            (response(200, goodConfig.replacing("RUNNING", with: "STARTING")), .starting),
        ]
    )
    func badConfig(response: HTTPResponse, expected: OnboardingError) async throws {
        let transport = transport(config: response)
        await #expect(throws: expected) { try await register(over: transport) }
        #expect(transport.requests.count == 1)
    }

    @Test("the oldest version that is good enough is taken", arguments: ["2023.6.0", "2023.6.0b1", "2026.12.0.dev0"])
    func versions(version: String) async throws {
        let config = Self.response(200, Self.goodConfig.replacing("2024.3.3", with: version))
        #expect(try await register(over: transport(config: config)).version == version)
    }

    @Test(
        "a registration that is not given, or without encryption, is an error that says so",
        arguments: [
            (response(401, ""), OnboardingError.tokenRefused(status: 401)),
            (response(404, "404: Not Found"), .starting),
            (response(201, goodAnswer.replacing("\"\(WebhookServer.key.exposed)\"", with: "null")), .gaveNoSecret),
            (response(201, goodAnswer.replacing(WebhookServer.key.exposed, with: "abcd")), .gaveNoSecret),
            (response(201, goodAnswer.replacing(WebhookServer.webhookID, with: "../x")), .gaveNoSecret),
            (response(201, "{}"), .notHomeAssistant(detail: "its answer to the registration is something else")),
            (
                response(400, #"{"message":"Message format \u001bincorrect"}"#),
                .refused(status: 400, detail: "Message format incorrect")
            ),
            (response(500, ""), .refused(status: 500, detail: "it gave no reason")),
        ]
    )
    func badAnswer(response: HTTPResponse, expected: OnboardingError) async throws {
        let transport = transport(answer: response)
        await #expect(throws: expected) { try await register(over: transport) }
        #expect(transport.requests.count == 2)
    }

    @Test("a server that is not reached is told from one that must not be reached without TLS")
    func unreachable() async throws {
        for (error, expected) in [
            (HTTPError.refused(host: "h"), OnboardingError.unreachable(.refused(host: "h"))),
            (.plainHTTPNotLocal(host: "h", address: "1.2.3.4"), .plainHTTPNotLocal(host: "h", address: "1.2.3.4")),
            (.untrusted(host: "h", detail: "d"), .unreachable(.untrusted(host: "h", detail: "d"))),
        ] {
            await #expect(throws: expected) { try await register(over: FakeHTTPTransport { _ in .failure(error) }) }
        }
    }

    @Test(
        "a URL is put in order",
        arguments: [
            ("https://ha.example", "https://ha.example"),
            ("HTTPS://Ha.Example/", "https://ha.example"),
            ("http://192.168.1.2:8123/profile/security", "http://192.168.1.2:8123"),
            ("http://[fd00::1]:8123", "http://[fd00::1]:8123"),
        ]
    )
    func goodURL(given: String, expected: String) async throws {
        #expect(try await register(url: given, over: transport()).url == expected)
    }

    @Test(
        "what is no URL of a server is refused before anything is sent",
        arguments: [
            "", " ", "ha.local", "ha.local:8123", "ftp://ha.local", "http://", "http:///x", "http://ha.local:0",
            "http://ha.local:70000", "http://ha local", "http://me:hunter2@ha.local", "http://hunter2@ha.local",
            "http://hunter2@@ha.local:x",
        ]
    )
    func badURL(given: String) async throws {
        let transport = transport()
        do {
            _ = try await register(url: given, over: transport)
            Issue.record("'\(given)' was taken")
        } catch OnboardingError.badURL(let shown) {
            #expect(!shown.contains("hunter2"))
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("a server that gives the token back does not get it into an error's text")
    func tokenHidden() async throws {
        let echoes = [
            transport(config: Self.response(302, "", location: "http://evil/?token=\(Self.token)")),
            transport(config: Self.response(200, #"{"version":"\#(Self.token)"}"#)),
            transport(answer: Self.response(400, #"{"message":"you sent \#(Self.token)"}"#)),
        ]
        for transport in echoes {
            do {
                _ = try await register(over: transport)
                Issue.record("it was taken")
            } catch {
                #expect(!"\(error)".contains("that-nobody-may-see"))
            }
        }
    }

    @Test(
        "a record that can't be read is said to be damaged",
        arguments: [
            "", "{}", "nonsense", #"{"allows_plain_http":false,"base_url":"http://h","key":"ab","webhook_id":"ab"}"#,
            #"{"allows_plain_http":false,"base_url":"h","key":"\#(WebhookServer.key.exposed)","webhook_id":"ab"}"#,
            #"{"allows_plain_http":false,"base_url":"http://h","key":"\#(WebhookServer.key.exposed)","webhook_id":"a/b"}"#,
        ]
    )
    func damaged(credentials: String) async throws {
        await inWorld { _ in
        } operation: {
            _ = #expect(throws: OnboardingError.damagedCredentials) {
                try HomeAssistantKind().link(to: Samples.record(credentials: credentials))
            }
        }
    }
}
