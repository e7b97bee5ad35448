import Daemon
import Shared

/// Finds the command that a command line means.
enum CommandParser {
    /// - Parameter arguments: Without the program's name.
    /// - Throws: `ControlFailure` with ``ExitCode/usage``.
    static func parse(_ arguments: [String]) throws -> any Command {
        var words: [String] = []
        var options: [(name: String, value: String?)] = []
        var rest = arguments[...]
        let takesValue = valueOptions
        var isOnlyOperands = false
        while let argument = rest.popFirst() {
            if isOnlyOperands || !argument.hasPrefix("-") || argument == "-" {
                words.append(argument)
            } else if argument == "--" {
                isOnlyOperands = true
            } else if let equals = argument.firstIndex(of: "=") {
                options.append((String(argument[..<equals]), String(argument[equals...].dropFirst())))
            } else if takesValue.contains(argument) {
                guard let value = rest.popFirst() else { throw ControlFailure(.usage, "\(argument) needs a value") }
                options.append((argument, value))
            } else {
                options.append((argument == "-h" ? "--help" : argument, nil))
            }
        }
        if options.contains(where: { $0.name == "--version" }) { return VersionCommand() }
        let wantsHelp = options.contains { $0.name == "--help" }
        guard !words.isEmpty else { return HelpCommand(topic: [], isAsked: wantsHelp || arguments.isEmpty) }
        words[0] = CommandTable.plural(words[0])
        if wantsHelp, words.count == 1, CommandTable.nouns.contains(words[0]) {
            return HelpCommand(topic: words, isAsked: true)
        }
        let (command, operands) = try find(words)
        if wantsHelp { return HelpCommand(topic: command.words, isAsked: true) }
        return try command.make(try invocation(of: command, operands, options))
    }

    private static func find(_ words: [String]) throws(ControlFailure) -> (CommandSpecification, [String]) {
        let candidates = CommandTable.commands.filter { words.starts(with: $0.words) }
        if let command = candidates.max(by: { $0.words.count < $1.words.count }) {
            return (command, Array(words.dropFirst(command.words.count)))
        }
        if CommandTable.nouns.contains(words[0]) {
            if words.count == 1, let list = CommandTable.commands.first(where: { $0.words == [words[0], "list"] }) {
                return (list, [])
            }
            let verbs = CommandTable.commands.filter { $0.words.first == words[0] }.compactMap(\.words.last)
            let lack = words.count == 1 ? "lacks a verb" : "has no '\(words[1].printable(limit: 40))'"
            throw ControlFailure(.usage, "'agent \(words[0])' \(lack); it has \(verbs.joined(separator: ", "))")
        }
        throw ControlFailure(
            .usage,
            "there is no command '\(words[0].printable(limit: 40))'; 'agent help' lists all"
        )
    }

    private static func invocation(
        of command: CommandSpecification,
        _ operands: [String],
        _ options: [(name: String, value: String?)]
    ) throws(ControlFailure) -> Invocation {
        let line = "agent \(command.words.joined(separator: " "))"
        let known = command.options + OptionSpecification.general
        var values: [String: String] = [:]
        for (name, value) in options {
            guard let option = known.first(where: { $0.name == name }) else {
                throw ControlFailure(
                    .usage,
                    "'\(line)' has no option \(name.printable(limit: 40)); see '\(line) --help'"
                )
            }
            guard (option.placeholder != nil) == (value != nil) else {
                throw ControlFailure(.usage, value == nil ? "\(name) needs a value" : "\(name) takes no value")
            }
            if let value, value.isEmpty { throw ControlFailure(.usage, "\(name) needs a value that is not empty") }
            values[name] = value ?? ""
        }
        guard command.operandCount.contains(operands.count) else {
            let usage = command.operands.isEmpty ? line : "\(line) \(command.operands)"
            throw ControlFailure(.usage, "usage: \(usage); see '\(line) --help'")
        }
        return Invocation(operands: operands, options: values)
    }

    private static var valueOptions: Set<String> {
        let options = CommandTable.commands.flatMap(\.options) + OptionSpecification.general
        return Set(options.filter { $0.placeholder != nil }.map(\.name))
    }
}
