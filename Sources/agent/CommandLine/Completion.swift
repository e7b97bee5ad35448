/// What could stand at the end of an unfinished command line.
struct Completion {
    struct Candidate: Hashable {
        var word: String
        /// For shells that show one; empty when there is none.
        var description = ""
    }

    /// What is to be completed.
    enum Target {
        case words([Candidate])
        case named(CompletionKind)
    }

    /// The word that is being typed; may be empty.
    let current: String
    private var before: [String] = []
    private var valueOption: OptionSpecification?
    private var isOnlyOperands = false

    /// - Parameter words: What stands behind the program's name up to the cursor; the last one is being typed.
    init(_ words: [String]) {
        current = words.last ?? ""
        let options = CommandTable.commands.flatMap(\.options) + OptionSpecification.general
        for word in words.dropLast() {
            if valueOption != nil {
                valueOption = nil
            } else if word == "--", !isOnlyOperands {
                isOnlyOperands = true
            } else if isOnlyOperands || !word.hasPrefix("-") {
                before.append(before.isEmpty ? CommandTable.plural(word) : word)
            } else {
                // With its value behind a `=` the name is none of these.
                valueOption = options.first { $0.name == word && $0.placeholder != nil }
            }
        }
    }

    /// Where to look for what begins with ``current``; the first that has something counts.
    var targets: [Target] {
        if let valueOption { return [.named(valueOption.valueKind)] }
        if current.hasPrefix("-"), !isOnlyOperands { return [.words(options)] }
        guard let command else { return [.words(nextWords)] }
        let operands = before.count - command.words.count
        guard operands < command.operandCount.upperBound, !command.operandKinds.isEmpty else {
            return [.words(nextWords)]
        }
        let kind = command.operandKinds[min(operands, command.operandKinds.count - 1)]
        return [.words(nextWords), .named(kind)]
    }

    /// Words that were typed already; nobody wants an operand twice.
    var typed: Set<String> { Set(before) }

    private var command: CommandSpecification? {
        CommandTable.shown.filter { before.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
    }

    private var options: [Candidate] {
        let own =
            command?.options ?? (before.isEmpty ? [OptionSpecification("--version", help: "print the version")] : [])
        return (own + OptionSpecification.general).map { Candidate(word: $0.name, description: $0.help) }
    }

    /// What continues the words of a command.
    private var nextWords: [Candidate] {
        var candidates: [Candidate] = []
        for command in CommandTable.shown where command.words.count > before.count && command.words.starts(with: before)
        {
            let word = command.words[before.count]
            let isWhole = command.words.count == before.count + 1
            guard !candidates.contains(where: { $0.word == word }) else { continue }
            candidates.append(
                Candidate(word: word, description: isWhole ? command.summary : "\(word): \(verbs(of: word))")
            )
        }
        return candidates
    }

    private func verbs(of noun: String) -> String {
        CommandTable.shown.filter { $0.words.first == noun }.compactMap(\.words.last).joined(separator: ", ")
    }
}
