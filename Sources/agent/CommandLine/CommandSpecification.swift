/// One command, as help, parser, man page and completions know it.
struct CommandSpecification: Sendable {
    /// `["sensors", "enable"]`
    let words: [String]
    /// What follows the words in the help: `PATTERN…`.
    let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    let summary: String
    /// More than the summary says; whole lines.
    let details: String
    /// What an operand can be set to, each with its value.
    let settings: [OptionSpecification]
    let options: [OptionSpecification]
    /// What each operand names, for completion; the last one is also for those that follow.
    let operandKinds: [CompletionKind]
    /// Left out of help and man page: called by scripts of ours.
    let isHidden: Bool
    let make: @Sendable (Invocation) throws -> any Command

    init(
        _ words: [String],
        operands: String = "",
        operandCount: ClosedRange<Int> = 0...0,
        summary: String,
        details: String = "",
        settings: [OptionSpecification] = [],
        options: [OptionSpecification] = [],
        operandKinds: [CompletionKind] = [],
        isHidden: Bool = false,
        make: @escaping @Sendable (Invocation) throws -> any Command
    ) {
        self.words = words
        self.operands = operands
        self.operandCount = operandCount
        self.summary = summary
        self.details = details
        self.settings = settings
        self.options = options
        self.operandKinds = operandKinds
        self.isHidden = isHidden
        self.make = make
    }
}
