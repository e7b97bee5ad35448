import Daemon
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
            partial reads, garbage, signals, closed pipes, a slow reader, 10,000 readings (at most 2 minutes of them). Exit code 1 when a check is missed.
            """,
        options: [
            PluginTrial.asRoot,
            .json,
        ],
        operandKinds: [.files],
        make: {
            PluginsTestCommand(
                places: $0.places,
                path: $0.operands[0],
                isRootAllowed: $0.has(PluginTrial.asRoot.name),
                isJSON: $0.has(.json)
            )
        }
    )

    private struct Score: Encodable {
        let version = 1
        let passed: Int
        let checks: [KitResult]
    }

    let places: Places
    let path: String
    let isRootAllowed: Bool
    let isJSON: Bool

    func run() async throws {
        try PluginTrial.prepare(places, isRootAllowed: isRootAllowed)
        let folder = try DemoFolder()
        let kit: PluginKit
        do {
            kit = try PluginKit(path: path, folder: folder.path, sha256: Digest.sha256)
        } catch {
            throw ControlFailure(.badData, "\(error)")
        }
        let isJSON = isJSON
        if !isJSON { for line in kit.about { Console.out(line) } }
        let results = await kit.run { result in
            if !isJSON {
                let more = (result.miss ?? result.note).map { ": \($0)" } ?? ""
                Console.out("\(result.isPassed ? "ok  " : "MISS") \(result.check)\(more)")
            }
        }
        let passed = results.count(where: \.isPassed)
        if isJSON {
            try Console.json(Score(passed: passed, checks: results))
        } else {
            Console.out("\(passed) of \(results.count)")
        }
        guard passed == results.count else {
            throw ControlFailure(.no, "missed: \(results.count - passed) of \(Count.of(results.count, "check"))")
        }
    }
}
