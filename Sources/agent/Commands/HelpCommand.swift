import Daemon
import Shared

/// `agent help [COMMAND]`
struct HelpCommand: Command {
    static let specification = CommandSpecification(
        ["help"],
        operands: "[COMMAND…]",
        operandCount: 0...2,
        summary: "say what a command does",
        operandKinds: [.commands],
        make: { HelpCommand(topic: $0.operands, isAsked: true) }
    )

    let topic: [String]
    /// Printed as an answer, rather than as the complaint about a missing command.
    let isAsked: Bool

    func run() throws {
        guard !topic.isEmpty else {
            guard isAsked else { throw ControlFailure(.usage, "a command is missing; 'agent help' lists all") }
            return print(Self.overview)
        }
        let words = [CommandTable.plural(topic[0])] + topic.dropFirst()
        let commands = CommandTable.commands.filter {
            $0.words.starts(with: words) && (!$0.isHidden || $0.words == words)
        }
        guard !commands.isEmpty else {
            throw ControlFailure(.usage, "there is no command '\(topic.joined(separator: " ").printable(limit: 60))'")
        }
        guard commands.count > 1 else { return print(commands.flatMap(Self.description)) }
        print(Self.list(of: commands) + ["", "'agent \(words.joined(separator: " ")) VERB --help' says more"])
    }

    private func print(_ lines: some Sequence<String>) {
        for line in lines { Console.out(line) }
    }

    /// All commands, one a line.
    static var overview: [String] {
        var codes = Table(header: [])
        for code in ExitCode.allCases { codes.add(["  \(code.rawValue)", code.meaning]) }
        return ["Reports the sensors that you choose to your Home Assistant, sealed, and nothing", "else.", ""]
            + ["usage: agent COMMAND [OPTION…]", ""] + list(of: CommandTable.shown)
            + ["", "'agent COMMAND --help' and the manual page agent(1) say more; 'agent --version'"]
            + ["prints the version.", "", "Exit codes:"] + codes.lines.dropFirst()
    }

    private static func list(of commands: [CommandSpecification]) -> [String] {
        var table = Table(header: [])
        for command in commands {
            table.add(["  \(command.words.joined(separator: " ")) \(command.operands)", command.summary])
        }
        return Array(table.lines.dropFirst())
    }

    /// One command with all of its options.
    static func description(of command: CommandSpecification) -> [String] {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        let usage = "usage: agent \(command.words.joined(separator: " "))\(operands)"
        var lines = [command.options.isEmpty ? usage : usage + " [OPTION…]", ""]
        lines.append(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
        lines += Paragraph.lines(ofParagraphs: command.details)
        if !command.settings.isEmpty { lines += [""] + list(command.settings) }
        return lines + [""] + list(command.options + OptionSpecification.general)
    }

    private static func list(_ options: [OptionSpecification]) -> [String] {
        options.flatMap { option in
            ["  \(option.name)\(option.placeholder.map { " \($0)" } ?? "")"] + Paragraph.lines(option.help, indent: 6)
        }
    }
}
