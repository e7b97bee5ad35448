import Daemon
import Glibc
import Live
import Shared
import Webhook

/// `agent keys new`
struct KeysNewCommand: Command {
    static let specification = CommandSpecification(
        ["keys", "new"],
        summary: "make a key for an agent and its receiver",
        details: """
            Prints one line, 'agent-id key', with 32 and 64 hexadecimal digits. It is the key file of 'agent servers add --kind
            webhook', and a line of the receiver's. Whoever has it can read and write what goes between the two; make one for
            each pair, and carry it over by a way that you trust.
            """,
        options: [
            OptionSpecification("--agent", "ID", help: "for this agent id; a fresh one if left out"),
            OptionSpecification(
                "--output",
                "FILE",
                valueKind: .files,
                help: "write the line into a new file that only you can read"
            ),
        ],
        make: { KeysNewCommand(agent: $0.value(of: "--agent"), output: $0.value(of: "--output")) }
    )

    let agent: String?
    let output: String?

    func run() throws {
        if let agent, !KeyLine.isAgent(agent) {
            throw ControlFailure(
                .usage,
                "--agent takes 32 hexadecimal digits; 'agent status' shows those of a receiver"
            )
        }
        World.bootstrap(.live(log: StandardErrorLog(hasJournalPrefix: false)))
        let line = KeyLine.fresh(for: agent)
        guard let output else { return Console.out(line.text.exposed) }
        try write(line.text.exposed + "\n", to: output)
        Console.out("wrote \(output.printable(limit: 200)): a key for agent \(line.agent ?? "")")
    }

    private func write(_ text: String, to path: String) throws(ControlFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(.notMade, "make", path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
            throw failure(.notWritable, "write", path)
        }
    }

    private func failure(_ code: ExitCode, _ deed: String, _ path: String) -> ControlFailure {
        ControlFailure(code, "can't \(deed) \(path.printable(limit: 200)): \(String(cString: strerror(errno)))")
    }
}
