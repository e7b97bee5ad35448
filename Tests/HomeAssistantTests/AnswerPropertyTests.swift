import FoundationEssentials
import HomeAssistant
import Sealing
import SensorSDK
import Shared
import TestSupport
import Testing

/// Whatever a server says: only what a sealed answer names is acknowledged, and nothing that it says ends the program.
@Suite struct AnswerPropertyTests {
    private static let statuses = [100, 200, 200, 200, 201, 204, 301, 400, 404, 410, 413, 429, 500, 503, 999, 0, -1]
    /// What answers of a real server look like, to be spoiled.
    private static let contents = [
        "", "{}", "[]", "null", "0", "\"\"", #"{"success":true}"#, #"{"success":1}"#, #"{"c":"c0"}"#,
        #"{"battery.bat0.level":{"success":true}}"#, #"{"battery.bat0.level":{"success":true,"is_disabled":true}}"#,
        #"{"battery.bat0.level":{"success":false,"error":{"code":"not_registered","message":"x"}}}"#,
        #"{"battery.bat0.level":{"success":false,"error":{"code":"invalid_format","message":"\u{1B}[31m"}}}"#,
        #"{"version":"2024.3.3","entities":{"battery.bat0.level":{"disabled":true},"x":null}}"#,
        #"{"version":"2024.3.3","cloudhook_url":"https://hooks.example/x","remote_ui_url":"http://plain.example"}"#,
        #"{"version":1e400}"#, #"{"encrypted":true,"encrypted_data":""}"#,
        #"{"encrypted":true,"encrypted_data":"AAAA"}"#,
        #"{"error":{"code":"encryption_required"}}"#, String(repeating: "[", count: 5000), "\u{FEFF}{}", "\0",
    ]

    private static func batch() throws -> Batch {
        Batch(
            registrations: [RegistrationOrder(sensor: try Samples.level(), disabled: nil)],
            states: [
                try Samples.state("battery.bat0.level", .value(.integer(1))),
                try Samples.state("a.b.c", .value(.text("x")), number: 2),
            ],
            events: [try Samples.event()]
        )
    }

    private static func content(_ chance: inout SeededChance) -> [UInt8] {
        let content = Array(chance.one(of: contents).utf8)
        return chance.happens(60) ? Hostile.spoiled(content, &chance) : content
    }

    @Test("answers of who does not hold the key acknowledge nothing, whatever they are")
    func unsealed() async throws {
        for seed in SeededChance.seeds(300) {
            let server = try WebhookServer()
            var chance = SeededChance(seed: seed)
            // The challenge is met, so that what follows is answered to; the rest is anything at all.
            for command in ["get_config", "register_sensor", "update_sensor_states", "fire_event"]
            where chance.happens(60) {
                let answer = String(decoding: Self.content(&chance), as: UTF8.self)
                server.alwaysAnswer(command, .plain(chance.one(of: Self.statuses), answer))
            }
            let receipt = try await inWorld {
                $0.http = server.transport
            } operation: {
                let link = try HomeAssistantKind().link(to: Samples.record())
                return await link.deliver(try Self.batch())
            }
            let answered = Set(server.commands)
            for (command, acknowledged) in [
                ("register_sensor", receipt.registrations.values.contains(.accepted)),
                ("update_sensor_states", receipt.states.values.contains(.accepted)),
            ] where acknowledged {
                #expect(answered.contains(command), "SENSOR_SEED=\(seed)")
                #expect(!server.hasStandingAnswer(to: command), "SENSOR_SEED=\(seed)")
            }
            if server.hasStandingAnswer(to: "get_config") { #expect(receipt.credentials == nil, "SENSOR_SEED=\(seed)") }
        }
    }

    @Test("sealed answers acknowledge what they name and nothing else, and what they say is fit to be shown")
    func sealed() async throws {
        for seed in SeededChance.seeds(300) {
            let server = try WebhookServer()
            var chance = SeededChance(seed: seed)
            var said: [String: String] = [:]
            for command in ["get_config", "register_sensor", "update_sensor_states", "fire_event", "render_template"]
            where chance.happens(command == "render_template" ? 10 : 50) {
                said[command] = String(decoding: Self.content(&chance), as: UTF8.self)
                server.alwaysAnswer(command, .sealed(said[command] ?? "", status: chance.happens(90) ? 200 : 201))
            }
            let receipt = try await inWorld {
                $0.http = server.transport
            } operation: {
                let link = try HomeAssistantKind().link(to: Samples.record())
                return await link.deliver(try Self.batch())
            }
            if let answer = said["update_sensor_states"] {
                for (id, outcome) in receipt.states where outcome == .accepted {
                    #expect(answer.contains("\(id)") && answer.contains("true"), "SENSOR_SEED=\(seed): \(answer)")
                }
            }
            if said["render_template"] != nil, receipt.fault != nil {
                #expect(receipt.states.isEmpty && receipt.registrations.isEmpty, "SENSOR_SEED=\(seed)")
            }
            for case .refused(let reason) in Array(receipt.states.values) + Array(receipt.registrations.values) {
                #expect(reason.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "SENSOR_SEED=\(seed)")
                #expect(reason.count <= 255, "SENSOR_SEED=\(seed)")
            }
            if let version = receipt.serverVersion {
                #expect(version.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "SENSOR_SEED=\(seed)")
            }
        }
    }

    @Test("an introduction to whoever answers gives a registration with a key, or an error that a person can read")
    func introduction() async throws {
        let good = #"{"version":"2024.3.3","state":"RUNNING","components":["mobile_app"],"location_name":"Home"}"#
        let given = #"{"webhook_id":"abc","secret":"\#(WebhookServer.key.exposed)","cloudhook_url":null}"#
        for seed in SeededChance.seeds(300) {
            var chance = SeededChance(seed: seed)
            let answers = [good, given].map { answer in
                HTTPResponse(
                    status: chance.happens(70) ? 200 : chance.one(of: Self.statuses),
                    body: chance.happens(60) ? Hostile.spoiled(Array(answer.utf8), &chance) : Self.content(&chance),
                    location: chance.happens(10) ? "https://else.example/\u{1B}[2J" : nil
                )
            }
            let transport = FakeHTTPTransport { .success(answers[$0.method == .get ? 0 : 1]) }
            await inWorld {
                $0.http = transport
            } operation: {
                do throws(OnboardingError) {
                    let registration = try await HomeAssistantKind().register(Self.machine)
                    let text = registration.credentials.exposed
                    #expect(text.contains(#""key":""#) && text.contains(#""webhook_id":""#), "SENSOR_SEED=\(seed)")
                    for shown in [registration.version, registration.homeName, registration.url].compactMap(\.self) {
                        #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "SENSOR_SEED=\(seed)")
                    }
                } catch {
                    let text = "\(error)"
                    #expect(!text.contains("t0ken"), "SENSOR_SEED=\(seed)")
                    #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "SENSOR_SEED=\(seed)")
                }
            }
        }
    }

    private static let machine = Onboarding(
        url: "http://ha.local:8123",
        token: Secret("t0ken"),
        deviceName: "Laptop",
        deviceID: String(repeating: "0", count: 32),
        host: HostFacts(model: "y", manufacturer: "x", osName: "Debian", osVersion: "12"),
        allowsPlainHTTP: false
    )
}
