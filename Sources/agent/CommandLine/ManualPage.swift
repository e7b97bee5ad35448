import INI
import PluginHost
import Shared

/// The parts of the manual pages that the program's own tables know.
enum ManualPage {
    /// Fills a template: each line that is a mark is replaced by what it stands for.
    static func filled(_ template: String) -> String {
        template.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            switch line {
            case ".\\\" @commands@": commands
            case ".\\\" @general-options@": options(OptionSpecification.general)
            case ".\\\" @exit-codes@": exitCodes
            case ".\\\" @settings@": sections(SettingsTable.fileSections)
            case ".\\\" @apply@": sections(ArrangementTable.sections)
            case ".\\\" @dropins@": keys(DropIn.keys.map { FileSection.Key($0) })
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

    private static func sections(_ sections: [FileSection]) -> String {
        sections.map { section in
            let heading = section.heading.isEmpty ? ".SS Before the first section" : ".SS \(escaped(section.heading))"
            return "\(heading)\n\(keys(section.keys))"
        }.joined(separator: "\n")
    }

    private static func keys(_ keys: [FileSection.Key]) -> String {
        keys.map { key in
            let head = entry(key.shownName, key.key.placeholder, isVariable: key.variable != nil)
            return "\(head)\n\(escaped(key.key.help))"
        }.joined(separator: "\n")
    }

    /// The head of what is said about one key of a file.
    private static func entry(_ name: String, _ placeholder: String, isVariable: Bool = false) -> String {
        ".TP\n\\f\(isVariable ? "I" : "B")\(escaped(name))\\fR = \\fI\(escaped(placeholder))\\fR"
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
