import FoundationEssentials
import TestSupport

/// The built program as its users run it.
enum AgentProgram {
    /// All that it reads of a machine.
    ///
    /// - Parameters:
    ///   - root: The machine's folder; "/" for this one, which umockdev may have changed.
    ///   - configuration: What libsensors takes as its `/etc/sensors3.conf`.
    static func listing(root: String, configuration: String? = nil) async throws -> AgentListing {
        let read = [BuiltProgram.agent, "sensors", "read", "--all", "--json", "--root", root]
        let output = try await ChildProgram.run(configuration.map { under($0, read) } ?? read)
        guard output.status == 0 else {
            throw ChildProgram.Failure(description: "\(read) ended with \(output.status): \(output.standardError)")
        }
        return try JSONDecoder().decode(AgentListing.self, from: Data(output.standardOutput.utf8))
    }

    /// Whether this machine lets a program have an `/etc` of its own.
    static func canChangeConfiguration() async throws -> Bool {
        let script = "mount --bind /etc/sensors3.conf /etc/sensors3.conf"
        return try await ChildProgram.run(["env", "-u", "LD_PRELOAD", "unshare", "-rm", "sh", "-c", script]).status == 0
    }

    /// The library reads no other place than `/etc`: the program gets a view of the files of its own.
    private static func under(_ configuration: String, _ command: [String]) -> [String] {
        let script = """
            mount --bind "$1" /etc/sensors3.conf || exit 71
            export LD_PRELOAD="$2"
            shift 2
            exec "$@"
            """
        let preload = ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? ""
        let shell = ["env", "-u", "LD_PRELOAD", "unshare", "-rm", "sh", "-c", script, "sh", configuration, preload]
        return shell + command
    }
}
