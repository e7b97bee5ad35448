import FoundationEssentials
import Glibc
package import Shared
package import Testing

/// A real Home Assistant on loopback, by `Tests/HomeAssistantServer/ha.py`; each has a folder and a port of its own.
///
/// It ends by itself when this process does.
package struct RealHomeAssistant: Sendable {
    /// What a sensor shows.
    package struct State: Decodable, Sendable {
        package struct Attributes: Decodable, Sendable {
            package var unit: String?
            package var deviceClass: String?
            package var stateClass: String?
            package var icon: String?
            package var friendlyName: String?

            private enum CodingKeys: String, CodingKey {
                case icon
                case unit = "unit_of_measurement"
                case deviceClass = "device_class"
                case stateClass = "state_class"
                case friendlyName = "friendly_name"
            }
        }

        package var state: String
        package var attributes: Attributes
    }

    /// What the server keeps of an entity.
    package struct RegistryEntry: Decodable, Sendable {
        package var entityID: String
        /// The unique id that the machine gave, for a sensor behind the webhook id; ``sensor`` is the bare one.
        package var uniqueID: String
        package var category: String?
        package var disabledBy: String?

        /// `battery.bat0.level`; `nil` for the machine's device tracker.
        package var sensor: String? {
            uniqueID.firstIndex(of: "_").map { String(uniqueID[uniqueID.index(after: $0)...]) }
        }

        private enum CodingKeys: String, CodingKey {
            case entityID = "entity_id"
            case uniqueID = "unique_id"
            case category = "entity_category"
            case disabledBy = "disabled_by"
        }
    }

    private struct Started: Decodable {
        var url: String
        var token: Secret
        var dir: String
        var version: String
    }

    /// Whether this run is to start servers: `HA_TESTS=1`.
    package static var isWanted: Bool {
        ProcessInfo.processInfo.environment["HA_TESTS"] == "1"
    }

    package let url: String
    /// A long-lived access token of its owner.
    package let token: Secret
    package let version: String
    private let folder: String

    /// Starts an empty server, hands it over, and removes it afterwards, whatever happened.
    package static func with<Result: Sendable>(
        _ operation: nonisolated(nonsending) (RealHomeAssistant) async throws -> Result
    ) async throws -> Result {
        let server = try await start()
        do {
            let result = try await operation(server)
            try await server.remove()
            return result
        } catch {
            // The error of the test is the one to be seen.
            try? await server.remove()
            throw error
        }
    }

    /// Starts an empty server; ``remove()`` ends it.
    package static func start() async throws -> RealHomeAssistant {
        let text = try await run(["start", "--watch-pid", "\(getpid())", "--max-seconds", "1800"])
        let started = try JSONDecoder().decode(Started.self, from: Data(text.utf8))
        return RealHomeAssistant(
            url: started.url,
            token: started.token,
            version: started.version,
            folder: started.dir
        )
    }

    /// Stops in order; the data stays for ``startAgain()``.
    package func stop() async throws {
        try await ask("stop")
    }

    /// Starts with the data, port and token that it had.
    package func startAgain() async throws {
        try await ask("start", "--watch-pid", "\(getpid())", "--max-seconds", "1800")
    }

    package func remove() async throws {
        try await ask("stop", "--remove")
    }

    /// Waits until a sensor shows this; `nil` takes any state.
    ///
    /// - Parameter sensor: The unique id that the machine gave it.
    @discardableResult
    package func state(of sensor: String, toBe value: String? = nil) async throws -> State {
        let wanted = value.map { [$0] } ?? []
        return try await decoded(["wait-state", "uid:\(sensor)"] + wanted + ["--timeout", "120"])
    }

    /// Every entity of every machine that is registered, the device trackers too.
    package func registry() async throws -> [RegistryEntry] {
        try await decoded(["registry", "entities"])
    }

    /// Runs any command of `ha.py` on this server; see `Tests/HomeAssistantServer/README.md`.
    ///
    /// - Returns: What it printed.
    @discardableResult
    package func ask(_ arguments: String...) async throws -> String {
        try await Self.run(arguments + ["--dir", folder])
    }

    /// Listens for events while `operation` runs, which starts once the server tells them.
    ///
    /// - Returns: Each event as a line of JSON.
    package func events(
        ofType type: String,
        count: Int,
        during operation: nonisolated(nonsending) () async throws -> Void
    ) async throws -> [String] {
        let temporary = try TemporaryFolder()
        let ready = temporary.path + "/ready"
        guard mkfifo(ready, 0o600) == 0 else { throw ChildProgram.Failure(description: "can't make \(ready)") }
        let arguments = [
            "events", "--dir", folder, "--type", type, "--count", "\(count)", "--timeout", "120", "--ready-file", ready,
        ]
        async let listening = Self.run(arguments)
        // Returns when the listener has written to the other end and closed it.
        _ = try await ChildProgram.run(["cat", ready])
        try await operation()
        return try await listening.split(separator: "\n").map(String.init)
    }

    private func decoded<Value: Decodable>(_ arguments: [String]) async throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(try await Self.run(arguments + ["--dir", folder]).utf8))
    }

    private static func run(_ arguments: [String]) async throws -> String {
        let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "HomeAssistantServer/ha.py").path
        let output = try await ChildProgram.run(["python3", program] + arguments)
        guard output.status == 0 else {
            throw ChildProgram.Failure(
                description: "ha.py \(arguments.first ?? "") ended with \(output.status): \(output.standardError)"
            )
        }
        return output.standardOutput
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs only where real servers are wanted, so that the other tests stay quick.
    package static var realHomeAssistant: Self {
        .enabled("set HA_TESTS=1 to test against a real Home Assistant (needs python3-venv, 600 MB once)") {
            RealHomeAssistant.isWanted
        }
    }
}
