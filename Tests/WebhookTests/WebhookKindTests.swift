import FoundationEssentials
import Shared
import TestSupport
import Testing

@testable import Webhook

@Suite(.world()) struct WebhookKindTests {
    private static let agent = String(repeating: "ab", count: 16)
    private static let key = String(repeating: "cd", count: 32)

    private func register(
        _ url: String,
        key: String = key,
        deviceID: String = agent,
        previous: Secret? = nil
    ) async throws(OnboardingError) -> Registration {
        try await WebhookKind().register(
            Onboarding(
                url: url,
                token: Secret(key),
                deviceName: "laptop",
                deviceID: deviceID,
                host: HostFacts(model: "m", manufacturer: "m", osName: "o", osVersion: "v"),
                allowsPlainHTTP: false,
                previous: previous
            )
        )
    }

    private func record(_ registration: Registration) -> ServerRecord {
        ServerRecord(
            id: 1,
            name: "archive",
            kind: "webhook",
            url: registration.url,
            deviceName: "laptop",
            deviceID: Self.agent,
            credentials: registration.credentials
        )
    }

    @Test("a receiver that is away is added all the same, and what is wrong is said; its path shows nowhere")
    func added() async throws {
        let other = String(repeating: "12", count: 16)
        let registration = try await register(
            "HTTPS://Receiver.local:8443/hook/s3cret?x=1",
            key: "\(other) \(Self.key)"
        )
        #expect(registration.url == "https://receiver.local:8443")
        #expect(registration.deviceID == other)
        #expect(registration.fault != nil)
        let stored = try WebhookCredentials(reading: registration.credentials)
        #expect(stored.url.exposed == "https://receiver.local:8443/hook/s3cret?x=1")
        #expect(!"\(registration)".contains("s3cret") && !"\(registration)".contains("cdcd"))
    }

    @Test("plain http that would leave the local network is refused at once")
    func plainHTTP() async throws {
        let transport = FakeHTTPTransport { request in
            #expect(request.plainHTTP == .onlyLocal)
            return .failure(.plainHTTPNotLocal(host: "r.example", address: "203.0.113.7"))
        }
        _ = await inWorld({ $0.http = transport }) {
            await #expect(throws: OnboardingError.plainHTTPNotLocal(host: "r.example", address: "203.0.113.7")) {
                try await register("http://r.example")
            }
        }
    }

    @Test("without an id in the key file the machine's fresh one is taken")
    func keyAlone() async throws {
        #expect(try await register("https://r.local", key: Self.key).deviceID == Self.agent)
    }

    @Test(
        "what is no key or no URL is refused",
        arguments: [
            ("https://r.local", "", OnboardingError.badKey(detail: "there is no key in it")),
            ("https://r.local", key + "\n" + key, .badKey(detail: "there are 2 keys in it; one is needed")),
            ("ftp://r.local", key, .badURL("ftp://r.local")), ("r.local", key, .badURL("r.local")),
            ("https://me:pw@r.local/", key, .badURL("…@r.local/")),
        ]
    )
    func refused(url: String, key: String, error: OnboardingError) async {
        await #expect(throws: error) { try await register(url, key: key) }
    }

    @Test("a new key keeps URL and certificates; one for another agent is refused")
    func reconnect() async throws {
        let first = try await register("https://r.local/in", key: Self.key)
        let new = String(repeating: "ef", count: 32)
        let second = try await register("https://ignored.local", key: new, previous: first.credentials)
        #expect(try WebhookCredentials(reading: second.credentials).url.exposed == "https://r.local/in")
        #expect(try WebhookCredentials(reading: second.credentials).key.exposed == new)
        let other = String(repeating: "12", count: 16) + " " + new
        await #expect(throws: OnboardingError.self) {
            try await register("https://r.local", key: other, previous: first.credentials)
        }
    }

    @Test("its settings can be changed, but for a second URL, which it does not have")
    func settings() async throws {
        let kind = WebhookKind()
        let server = record(try await register("https://r.local/in"))
        let moved = try kind.changed(server, by: .url("http://10.0.0.5:81/x"))
        #expect(moved.url == "http://10.0.0.5:81")
        #expect(try WebhookCredentials(reading: moved.credentials).url.exposed == "http://10.0.0.5:81/x")
        #expect(throws: OnboardingError.noSuchSetting(kind: "webhook")) {
            try kind.changed(server, by: .externalURL("https://x.example"))
        }
        #expect(throws: OnboardingError.badCertificates) {
            try kind.changed(server, by: .connection(.certificates("none")))
        }
        let open = try kind.changed(server, by: .allowsPlainHTTP(true))
        #expect(try WebhookCredentials(reading: open.credentials).allowsPlainHTTP)
        var damaged = server
        damaged.credentials = Secret("{}")
        #expect(throws: OnboardingError.damagedCredentials) { try kind.link(to: damaged) }
    }
}
