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
            Exit code 1 when it does not say hello, or ends without being asked to.
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
        let isWell = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in signals.stream {
                    await talk.kill()
                    break
                }
                return true
            }
            group.addTask { await converse(talk) }
            // The end of the talk, or a signal.
            let isWell = await group.next() ?? true
            await talk.end()
            group.cancelAll()
            return isWell
        }
        Console.out(await talk.ended())
        guard isWell else { throw ControlFailure(.no, "the plugin can't be asked on") }
    }

    /// - Returns: Whether nobody but the user ended it.
    private func converse(_ talk: PluginTalk) async -> Bool {
        let greeting = await talk.greet()
        show(greeting)
        for line in talk.about { Console.out(line) }
        guard !greeting.isLast else { return false }
        let prompt = Console.isInteractive ? "> " : ""
        Console.prompt(prompt)
        for await typed in TypedLine.stream {
            guard case .line(let line) = typed else { return true }
            let answer = await talk.say(line)
            show(answer)
            if line.split(whereSeparator: \.isWhitespace) == ["bye"] { return true }
            guard !answer.isLast else { return false }
            Console.prompt(prompt)
        }
        return true
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
