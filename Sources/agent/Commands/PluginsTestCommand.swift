import Daemon
import FoundationEssentials
import Glibc
import Live
import PluginHost
import Sealing
import Shared

/// `agent plugins test`
struct PluginsTestCommand: Command {
    static let specification = CommandSpecification(
        ["plugins", "test"],
        operands: "PATH",
        operandCount: 1...1,
        summary: "try whether a plugin keeps the protocol",
        details: """
            Runs it as you, without the daemon, within the limits that the daemon sets, and does to it what plugins meet:
            partial reads, garbage, signals, closed pipes, many readings. Exit code 1 when a check is missed.
            """,
        options: [
            OptionSpecification("--as-root", help: "do it although you are root"),
            .json,
        ],
        make: { PluginsTestCommand(path: $0.operands[0], isRootAllowed: $0.has("--as-root"), isJSON: $0.has(.json)) }
    )

    private struct Score: Encodable {
        let version = 1
        let passed: Int
        let checks: [KitResult]
    }

    let path: String
    let isRootAllowed: Bool
    let isJSON: Bool

    func run() async throws {
        guard geteuid() != 0 || isRootAllowed else {
            throw ControlFailure(
                .notPermitted,
                "a plugin is not tried as root; do it as another user, or say --as-root"
            )
        }
        World.bootstrap(.live(log: StandardErrorLog(least: .warning, hasJournalPrefix: false)))
        let folder = try DemoFolder()
        let kit: PluginKit
        do {
            kit = try PluginKit(path: path, folder: folder.path, sha256: Digest.sha256)
        } catch {
            throw ControlFailure(.badData, "\(error)")
        }
        let isJSON = isJSON
        let results = await kit.run { result in
            if !isJSON {
                Console.out(
                    "\(result.isPassed ? "ok  " : "MISS") \(result.check)\(result.miss.map { ": \($0)" } ?? "")"
                )
            }
        }
        let passed = results.count(where: \.isPassed)
        if isJSON {
            try Console.json(Score(passed: passed, checks: results))
        } else {
            Console.out("\(passed) of \(results.count)")
        }
        guard passed == results.count else {
            throw ControlFailure(.no, "\(results.count - passed) of \(results.count) checks were missed")
        }
    }
}
