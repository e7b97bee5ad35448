import Shared

/// The parts of agent(1) that the command table knows.
enum ManualPage {
    /// Fills a template: each line that is a mark is replaced by what it stands for.
    static func filled(_ template: String) -> String {
        template.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            switch line {
            case ".\\\" @commands@": commands
            case ".\\\" @general-options@": options(OptionSpecification.general)
            case ".\\\" @exit-codes@": exitCodes
            default: String(line).replacing("@version@", with: Agent.version)
            }
        }.joined(separator: "\n")
    }

    private static var commands: String {
        CommandTable.shown.map { command in
            let operands = command.operands.isEmpty ? "" : " " + escaped(command.operands)
            let head = "\\fBagent \(escaped(command.words.joined(separator: " ")))\\fR\(operands)"
            var lines = [".TP", head, sentence(command.summary)]
            if !command.details.isEmpty { lines += [".IP", escaped(command.details)] }
            if !command.settings.isEmpty { lines += [".RS", options(command.settings), ".RE"] }
            if !command.options.isEmpty { lines += [".RS", options(command.options), ".RE"] }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func options(_ options: [OptionSpecification]) -> String {
        options.map { option in
            let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
            return ".TP\n\\fB\(escaped(option.name))\\fR\(value)\n\(sentence(option.help))"
        }.joined(separator: "\n")
    }

    private static var exitCodes: String {
        ExitCode.allCases.map { ".TP\n.B \($0.rawValue)\n\(sentence($0.meaning))" }.joined(separator: "\n")
    }

    private static func sentence(_ text: String) -> String {
        escaped(text.prefix(1).uppercased() + text.dropFirst() + ".")
    }

    /// Text without a meaning for roff.
    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let plain = String(line).replacing("\\", with: "\\e").replacing("-", with: "\\-")
            return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
        }.joined(separator: "\n")
    }
}
