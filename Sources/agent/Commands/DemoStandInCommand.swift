import Daemon
import FakeHomeAssistant
import FoundationEssentials
import Glibc
import Live
import Shared

/// `agent demo stand-in`: the stand-in for Home Assistant alone, for a daemon to register with in tests of the package.
struct DemoStandInCommand: Command {
    static let specification = CommandSpecification(
        ["demo", "stand-in"],
        summary: "serve the stand-in for Home Assistant alone; one JSON document a line",
        details: "First its address and token, then after each request what it knows.",
        isHidden: true,
        make: { _ in DemoStandInCommand() }
    )

    func run() async throws {
        let log = StandardErrorLog(least: .warning, hasJournalPrefix: false)
        World.bootstrap(.live(log: log))
        let signals = ProcessSignals([SIGTERM, SIGINT])
        let home = try FakeHomeAssistant()
        print(Begin(url: home.url, token: home.token.exposed))
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await line in home.wire {
                    print(DemoWireLine(line))
                    print(Entities(entities: home.entities().map(DemoResult.KnownEntity.init)))
                }
            }
            for await _ in signals.stream { break }
            group.cancelAll()
        }
        home.stop()
    }

    private struct Begin: Encodable {
        let type = "stand_in"
        let url: String
        let token: String
    }

    private struct Entities: Encodable {
        let type = "entities"
        let entities: [DemoResult.KnownEntity]
    }

    private func print(_ document: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let line = try? encoder.encode(document) else { return }
        // These documents are strings and numbers, which JSON always knows.
        Console.out(String(decoding: line, as: UTF8.self))
    }
}
