import Daemon
import Glibc
import Shared

/// `agent help [COMMAND]`
struct HelpCommand: Command {
    static let specification = CommandSpecification(
        ["help"],
        operands: "[COMMAND…]",
        operandCount: 0...2,
        summary: "say what a command does",
        make: { HelpCommand(topic: $0.operands, isAsked: true) }
    )

    let topic: [String]
    /// Printed as an answer, rather than as the complaint about a missing command.
    let isAsked: Bool

    func run() throws {
        guard !topic.isEmpty else {
            guard isAsked else { throw ControlFailure(.usage, "a command is missing; 'agent help' lists all") }
            return overview()
        }
        let words = [CommandTable.plural(topic[0])] + topic.dropFirst()
        let commands = CommandTable.commands.filter { $0.words.starts(with: words) }
        guard !commands.isEmpty else {
            throw ControlFailure(.usage, "there is no command '\(topic.joined(separator: " ").printable(limit: 60))'")
        }
        for (index, command) in commands.enumerated() {
            if index > 0 { Console.out("") }
            describe(command)
        }
    }

    private func overview() {
        Console.out("Reports the sensors that you choose to your Home Assistant, sealed, and nothing")
        Console.out("else.\n")
        Console.out("usage: agent COMMAND [OPTION…]\n")
        var table = Table(header: [])
        for command in CommandTable.commands where !command.isHidden {
            table.add(["  \(command.words.joined(separator: " ")) \(command.operands)", command.summary])
        }
        for line in table.lines.dropFirst() { Console.out(line) }
        Console.out("\n'agent COMMAND --help' says more; 'agent --version' prints the version.")
        for line in Paragraph.lines(ofParagraphs: Self.exitCodes) { Console.out(line) }
    }

    private func describe(_ command: CommandSpecification) {
        let options = command.options.isEmpty ? "" : " [OPTION…]"
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        Console.out("usage: agent \(command.words.joined(separator: " "))\(operands)\(options)\n")
        Console.out(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        for line in Paragraph.lines(ofParagraphs: command.details) { Console.out(line) }
        Console.out("")
        for option in command.options + OptionSpecification.general {
            Console.out("  \(option.name)\(option.placeholder.map { " \($0)" } ?? "")")
            for line in Paragraph.lines(option.help, indent: 6) { Console.out(line) }
        }
    }

    private static let exitCodes = """
        Exit codes: 0 done; 64 usage, or no such sensor or server; 65 a file that was handed in is wrong; 69 no daemon, or the
        server can't be reached; 70 a fault of the program; 74 state folder full or read-only; 75 try again; 76 no usable Home
        Assistant; 77 not permitted; 78 settings or a database that must not be touched.
        """
}
