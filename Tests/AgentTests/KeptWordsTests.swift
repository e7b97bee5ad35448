import Daemon
import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Shared
import TestSupport
import Testing

/// Words that scripts and dashboards rely on.
@Suite(.world(), .timeLimit(.minutes(5)))
struct KeptWordsTests {
    @Test("exit codes keep their names and numbers")
    func exitCodes() throws {
        let words = ExitCode.allCases.map { "\($0) \($0.rawValue)" }
        #expect(try KeptWords.load("exit-codes").differences(from: words).isEmpty)
    }

    @Test("the keys of every listing's JSON stay")
    func jsonKeys() async throws {
        let home = try FakeHomeAssistant()
        let agent = try AgentProgram()
        let daemon = try await agent.startDaemon()
        var keys: Set<String> = []
        let file = agent.folder.path + "/token"
        try Data(home.token.exposed.utf8).write(to: URL(filePath: file))
        chmod(file, 0o600)
        let arrangement = agent.folder.path + "/arrangement"
        try Data("[server home]\nsensor = storage.root.used_percent\n".utf8).write(to: URL(filePath: arrangement))
        for command in [
            ["servers", "add", home.url, "--name", "home", "--token-file", file, "--json"],
            ["sensors", "enable", "battery", "network", "--json"],
            ["sensors", "add", "storage", "/mnt/nas", "--json"], ["sensors", "sources", "--json"],
            ["sensors", "remove", "storage", "/mnt/nas", "--json"],
            ["sensors", "forget", "battery", "--json"],
            ["sensors", "set", "battery.bat0.level", "interval", "10m", "--json"],
            ["apply", arrangement, "--json"], ["sensors", "--json"], ["servers", "--json"], ["status", "--json"],
            ["doctor", "--json"], ["reload", "--json"],
            ["preview", "--json"], ["audit", "--json"], ["servers", "set", "home", "url", home.url, "--json"],
            ["sensors", "disable", "battery", "--json"], ["servers", "remove", "home", "--json"],
        ] {
            let output = try await ChildProgram.run([try AgentProgram.path()] + command + ["--state-dir", agent.state])
            #expect(output.status == 0, "\(command): \(output.standardError)")
            let document = try JSONDecoder().decode(AnyJSON.self, from: Data(output.standardOutput.utf8))
            let name = command[0] + (command[1].hasPrefix("-") || command[0] == "apply" ? "" : " \(command[1])")
            keys.formUnion(document.keys(below: name))
            if command.contains("enable") {
                await home.until { $0.state(of: "battery.bat0.level") == "71" }
            }
        }
        try await agent.stop(daemon)
        home.stop()
        // A key whose value may be missing is in the file all the same.
        let kept = try KeptWords.load("json-keys").words
        let new = keys.subtracting(kept)
        #expect(new.isEmpty, "add to Tests/Words/json-keys.txt if they shall stay for ever: \(new.sorted())")
        let optional = [
            "advice", "problem", "server_version", "note", "needs", "unit", "device_class", "value", "unavailable",
            "receipt", "last_receipt", "next_try_seconds", "detail", "doctor.checks.sensors",
        ]
        let missing = Set(kept).subtracting(keys).filter { word in
            // Only where a plugin has something to say.
            !word.hasPrefix("sensors enable.plugins") && !optional.contains { ".\(word)".hasSuffix(".\($0)") }
        }
        #expect(missing.isEmpty, "gone, though others rely on them: \(missing.sorted())")
    }

    private enum AnyJSON: Decodable {
        case object([String: AnyJSON])
        case list([AnyJSON])
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // What is neither object nor list has no keys.
            if let object = try? container.decode([String: AnyJSON].self) {
                self = .object(object)
            } else if let list = try? container.decode([AnyJSON].self) {
                self = .list(list)
            } else {
                self = .other
            }
        }

        func keys(below path: String) -> Set<String> {
            switch self {
            case .object(let object):
                var keys: Set<String> = []
                for (key, value) in object {
                    keys.insert("\(path).\(key)")
                    // What attributes are called is the sensors' matter.
                    if key != "attributes" { keys.formUnion(value.keys(below: "\(path).\(key)")) }
                }
                return keys
            case .list(let list): return list.reduce(into: []) { $0.formUnion($1.keys(below: path)) }
            case .other: return []
            }
        }
    }
}
