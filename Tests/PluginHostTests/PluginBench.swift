import FoundationEssentials
import Glibc
import Live
import PluginHost
import Sealing
import SensorSDK
import Shared
import TestSupport

/// A host over a folder of plugins that a test writes, with a clock that stands still.
struct PluginBench: Sendable {
    struct Missing: Error, CustomStringConvertible {
        var description: String
    }

    let folder: TemporaryFolder
    let clock: TestClock
    let log: RecordedLog
    let host: PluginHost

    /// Runs a test over it, and ends all plugins afterwards.
    static func run(_ test: @Sendable (PluginBench) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let log = RecordedLog()
        try FileManager.default.createDirectory(atPath: folder.path + "/plugins", withIntermediateDirectories: false)
        chmod(folder.path + "/plugins", 0o755)
        try await inWorld({ world in
            world.use(clock)
            world.log = log
            world.processes = LiveChildProcesses(trampoline: AgentProgram.path)
        }) {
            let host = PluginHost(
                folders: PluginFolders(
                    [folder.path + "/plugins"],
                    rule: TrustRule(owners: [geteuid()], anchor: folder.path)
                ),
                settings: PluginHostSettings(workFolder: folder.path + "/work")
            )
            let bench = PluginBench(folder: folder, clock: clock, log: log, host: host)
            do {
                try await test(bench)
            } catch {
                await host.stop()
                throw error
            }
            await host.stop()
        }
    }

    /// Writes a shell plugin and finds it.
    ///
    /// - Parameters:
    ///   - before: Commands before the first line is read.
    ///   - answers: What is done for a request, by its word; `hello` and `bye` are answered as usual if they are left out.
    func shell(
        _ name: String = "x",
        before: String = "",
        answers: [String: String],
        trap: String = ""
    ) async throws -> any SensorProvider {
        let usual = [
            "hello": Self.say(#"{"answer":"hello","protocol":1}"#), "bye": Self.say(#"{"answer":"bye"}"#) + "; exit 0",
            "watch": Self.say(#"{"answer":"watch"}"#),
        ]
        let cases = usual.merging(answers) { $1 }.map { "*'\"request\":\"\($0.key)\"'*) \($0.value);;" }
        let script = """
            #!/bin/sh
            echo started >> starts
            \(trap)
            \(before)
            while read -r line; do
            case $line in
            \(cases.sorted().joined(separator: "\n"))
            esac
            done
            """
        return try await plugin(name, script)
    }

    /// Writes a plugin and finds it.
    func plugin(_ name: String, _ text: String) async throws -> any SensorProvider {
        let path = "\(folder.path)/plugins/\(name)"
        try ScriptFile.write(text, to: path)
        return try await find(name)
    }

    /// Another host over the same folders, as after a restart; it remembers what the one before it listed.
    func nextHost() -> PluginHost {
        PluginHost(
            folders: PluginFolders(
                [folder.path + "/plugins"],
                rule: TrustRule(owners: [geteuid()], anchor: folder.path)
            ),
            settings: PluginHostSettings(workFolder: folder.path + "/work", fingerprint: Digest.sha256(ofFile:))
        )
    }

    func find(_ name: String, in host: PluginHost? = nil) async throws -> any SensorProvider {
        let host = host ?? self.host
        let family = "plugin_" + name.prefix { $0 != "." }
        for source in await host.look() where source.family == family {
            return source.make(
                ProviderContext(family: family, salt: Array(repeating: 7, count: 16), sha256: Digest.sha256)
            )
        }
        throw Missing(description: "no plugin \(name): \(await host.reports())")
    }

    func report(_ name: String = "x") async throws -> PluginReport {
        for report in await host.reports() where report.name == name { return report }
        throw Missing(description: "no report of \(name)")
    }

    /// How often a plugin was started.
    func starts(_ name: String = "x") -> Int {
        // Absent until the first start.
        let text = (try? folder.text(of: "work/\(name)/starts")) ?? ""
        return text.split(separator: "\n").count
    }

    /// What a plugin's list came to.
    static func listed(_ provider: any SensorProvider) async -> Result<[Sensor], any Error> {
        do {
            return .success(try await provider.sensors())
        } catch {
            return .failure(error)
        }
    }

    /// A shell command that prints a line.
    static func say(_ line: String) -> String { "printf '%s\\n' '\(line)'" }

    /// Sensors `a.<name>`.
    static func list(_ names: String...) -> String {
        let sensors = names.map { #"{"id":"a.\#($0)","name":"\#($0)"}"# }.joined(separator: ",")
        return say(#"{"answer":"list","sensors":[\#(sensors)]}"#)
    }

    static func read(_ values: KeyValuePairs<String, String>) -> String {
        let readings = values.map { #"{"id":"a.\#($0.key)","value":\#($0.value)}"# }.joined(separator: ",")
        return say(#"{"answer":"read","readings":[\#(readings)]}"#)
    }

    static func id(_ reading: String, of name: String = "x") throws -> SensorID {
        try SensorID(family: "plugin_\(name)", thing: "a", reading: reading)
    }
}
