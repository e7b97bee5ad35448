import FakeHomeAssistant
import FoundationEssentials
import Glibc
import SQLite
import Shared
import TestSupport
import Testing

/// Where secrets must never be: logs at their highest level, argument lists, environments, what commands print.
@Suite(.world(), .timeLimit(.minutes(5)))
struct SecretsTests {
    private static let faults: [Fault] = [
        .empty200, .plain200, .noAnswer, .closesConnections, .longestBody(10), .status(400), .status(401), .status(403),
        .status(404), .status(405), .status(413), .status(429), .status(500),
        .answer(status: 302, headers: ["Location": "https://else.example/api"], body: ""),
        .answer(status: 200, headers: [:], body: "<html>"), .refuses("battery"), .failsOn("battery"), .gone,
    ]

    @Test(
        "D44: through failures of every kind, token, webhook id and key are in no log, no argument list and no output"
    )
    func secrets() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon("--verbose")
        var told = [try await agent.add(home.url, token: home.token.exposed, name: "home")]
        told.append(try await agent.run("sensors", "enable", "battery.bat0.level", "--verbose"))
        await home.until { $0.state(of: "battery.bat0.level") == "71" }
        let secrets = [home.token.exposed] + (try secrets(of: agent))
        #expect(secrets.count == 3)

        for (round, fault) in Self.faults.enumerated() {
            home.behave(fault)
            try agent.machine.setBattery(percent: 10 + round)
            told.append(try await agent.run("servers", "set", "home", "url", home.url, "--verbose"))
        }
        for url in ["https\(home.url.dropFirst(4))", "http://127.0.0.1:1", "http://no-such-host.invalid:1"] {
            told.append(try await agent.run("servers", "set", "home", "url", url))
        }
        let token = agent.folder.path + "/token-home"
        told.append(try await agent.run("servers", "reconnect", "home", "--token-file", token, "--yes"))
        told.append(try await agent.run("servers", "add", "http://127.0.0.1:1", "--token-file", token))
        for command in [
            ["status"], ["servers", "--json"], ["preview"], ["audit", "--json"], ["doctor"], ["sensors", "--json"],
        ] {
            told.append(try await ChildProgram.run([AgentProgram.path()] + command + ["--state-dir", agent.state]))
        }

        let printed = told.map { $0.standardOutput + $0.standardError }.joined(separator: "\n")
        let process = try ["cmdline", "environ"].map { name in
            String(decoding: try Data(contentsOf: URL(filePath: "/proc/\(daemon.pid)/\(name)")), as: UTF8.self)
        }
        try await agent.stop(daemon)
        let log = daemon.log.joined(separator: "\n")
        // At its highest level it tells of each client, and of each change that one asked for.
        #expect(daemon.log.count { $0.contains("client") } > Self.faults.count, "\(log)")
        #expect(daemon.log.count { $0.contains("server changed") } > Self.faults.count, "\(log)")
        #expect(printed.contains("deleted in Home Assistant"))
        for secret in secrets {
            for (place, text) in [("log", log), ("output", printed), ("process", process.joined())] {
                // A part of it is as bad: sixteen characters are no accident.
                for start in stride(from: 0, to: secret.count - 8, by: 8) {
                    let part = secret.dropFirst(start).prefix(16)
                    #expect(!text.contains(part), "a secret is in the \(place)")
                }
            }
        }
        home.stop()
    }

    @Test(
        "D44: a receiver's key, the path of its URL and a proxy's password are in no log, also not the receiver's, and no output"
    )
    func receiverSecrets() async throws {
        let agent = try AgentProgram()
        let keyFile = agent.folder.path + "/archive.key"
        _ = try await ChildProgram.run([try AgentProgram.path(), "keys", "new", "--output", keyFile])
        let (receiver, address) = try await AgentProgram.startReceiver(
            "--listen",
            "127.0.0.1:0",
            "--key-file",
            keyFile,
            "--sqlite",
            agent.folder.path + "/received.db"
        )
        let path = "path-that-nobody-guesses"
        let daemon = try await agent.startDaemon("--verbose")
        var told = [
            try await agent.run(
                "servers",
                "add",
                "--kind",
                "webhook",
                "http://\(address)/\(path)?token=\(path)",
                "--key-file",
                keyFile,
                "--name",
                "archive"
            )
        ]
        told.append(try await agent.run("sensors", "enable", "battery.bat0.level"))
        let proxyFile = agent.folder.path + "/proxy"
        try Data("http://user:password-of-the-proxy@127.0.0.1:1\n".utf8).write(to: URL(filePath: proxyFile))
        chmod(proxyFile, 0o600)
        told.append(try await agent.run("servers", "set", "archive", "proxy-file", proxyFile))
        let line = String(decoding: try Data(contentsOf: URL(filePath: keyFile)), as: UTF8.self)
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        // Nothing at all, cut off, and of an agent that is not known.
        let sender = """
            import sys, urllib.request, urllib.error
            try: urllib.request.urlopen(sys.argv[1], data=sys.argv[2].encode())
            except urllib.error.HTTPError: pass
            """
        for body in ["", #"{"agent":"\#(words[0])","sealed":"QUJD"}"#, #"{"agent":"x","sealed":""}"#] {
            _ = try await ChildProgram.run(["/usr/bin/python3", "-c", sender, "http://\(address)/\(path)", body])
        }
        for url in [
            "http://127.0.0.1:1/\(path)", "https://\(address)/\(path)", "http://no-such-host.invalid/\(path)",
        ] {
            told.append(try await agent.run("servers", "set", "archive", "url", url))
        }
        for command in [["status"], ["servers", "--json"], ["preview"], ["doctor"]] {
            told.append(try await ChildProgram.run([AgentProgram.path()] + command + ["--state-dir", agent.state]))
        }
        try await agent.stop(daemon)
        try await agent.stop(receiver)
        #expect(receiver.log.contains { $0.contains("truncated") })
        let texts = [
            ("daemon's log", daemon.log.joined(separator: "\n")),
            ("receiver's log", receiver.log.joined(separator: "\n")),
            ("output", told.map { $0.standardOutput + $0.standardError }.joined(separator: "\n")),
        ]
        for (place, text) in texts {
            #expect(!text.isEmpty)
            for secret in [words[1], path, "password-of-the-proxy"] {
                for start in stride(from: 0, to: max(1, secret.count - 15), by: 8) {
                    #expect(!text.contains(secret.dropFirst(start).prefix(16)), "a secret is in the \(place)")
                }
            }
        }
    }

    /// Webhook id and key, as the store has them.
    private func secrets(of agent: AgentProgram) throws -> [String] {
        struct Stored: Decodable {
            var key: String
            var webhook_id: String
        }
        let database = try Database(path: agent.state + "/agent.db")
        let rows = try database.rows("SELECT credentials FROM servers") { row throws(SQLiteError) in try row.text(0) }
        return try rows.flatMap { text in
            let stored = try JSONDecoder().decode(Stored.self, from: Data(text.utf8))
            return [stored.key, stored.webhook_id]
        }
    }
}
