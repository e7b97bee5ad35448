import Daemon
import Glibc
import PluginHost
import Sealing
import Shared

/// `agent plugins run`
struct PluginsRunCommand: Command {
    static let specification = CommandSpecification(
        ["plugins", "run"],
        operands: "PATH",
        operandCount: 1...1,
        summary: "talk to a plugin by hand",
        details: """
            Runs it as you, without the daemon, within the limits that the daemon sets. Each line of standard input is a question:
            list, read [ID …], watch [ID …], health, bye, or a line of the protocol, which begins with {. 'help' says more.
            """,
        options: [PluginTrial.asRoot],
        operandKinds: [.files],
        make: {
            PluginsRunCommand(
                places: $0.places,
                path: $0.operands[0],
                isRootAllowed: $0.has(PluginTrial.asRoot.name)
            )
        }
    )

    let places: Places
    let path: String
    let isRootAllowed: Bool

    func run() async throws {
        try PluginTrial.prepare(places, isRootAllowed: isRootAllowed)
        let signals = ProcessSignals([SIGTERM, SIGINT, SIGHUP])
        let folder = try DemoFolder()
        let talk: PluginTalk
        do {
            talk = try await PluginTalk(path: path, folder: folder.path, sha256: Digest.sha256) { Console.out($0) }
        } catch {
            throw ControlFailure(.badData, "\(error)")
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in signals.stream { await talk.kill() }
            }
            group.addTask { await converse(talk) }
            // The end of the talk, or a signal; what is typed after the plugin's end says that it has ended.
            await group.next()
            await talk.end()
            group.cancelAll()
        }
        Console.out(await talk.ended())
    }

    private func converse(_ talk: PluginTalk) async {
        show(await talk.greet())
        let prompt = Console.isInteractive ? "> " : ""
        Console.prompt(prompt)
        for await typed in TypedLine.stream {
            guard case .line(let line) = typed else { return }
            show(await talk.say(line))
            if line.split(whereSeparator: \.isWhitespace) == ["bye"] { return }
            Console.prompt(prompt)
        }
    }

    private func show(_ answer: TalkAnswer) {
        if !answer.header.isEmpty {
            var table = Table(header: answer.header)
            for row in answer.rows { table.add(row) }
            for line in table.lines { Console.out(line) }
        }
        for note in answer.notes { Console.out(note) }
    }
}
