import Daemon
import Shared

/// What stood on the command line behind a command's words.
struct Invocation: Sendable {
    let operands: [String]
    private let options: [String: String]

    init(operands: [String], options: [String: String]) {
        self.operands = operands
        self.options = options
    }

    func has(_ option: OptionSpecification) -> Bool { has(option.name) }
    func has(_ name: String) -> Bool { options[name] != nil }
    func value(of name: String) -> String? { options[name] }

    var places: Places {
        Places(socket: value(of: "--socket"), stateDirectory: value(of: "--state-dir"), root: value(of: "--root"))
    }

    /// What `--server` and `--all-servers` say.
    var serverChoice: ServerChoice {
        get throws(ControlFailure) {
            switch (value(of: "--server"), has("--all-servers")) {
            case (.some, true): throw ControlFailure(.usage, "--server and --all-servers exclude each other")
            case (let name?, false): return .named(name)
            case (nil, true): return .all
            case (nil, false): return .onlyOne
            }
        }
    }

    /// The time that an option names; see ``duration(_:for:)``.
    func duration(of name: String) throws(ControlFailure) -> Duration? {
        guard let text = value(of: name) else { return nil }
        return try Self.duration(text, for: name)
    }

    /// - Parameter name: What takes it, for the complaint.
    /// - Throws: ``ControlFailure`` with ``ExitCode/usage``; see ``DurationText``.
    static func duration(_ text: String, for name: String) throws(ControlFailure) -> Duration {
        if let duration = DurationText.duration(text) { return duration }
        throw ControlFailure(
            .usage,
            "\(name) takes a time such as 10s, 5m or 2h, not '\(text.printable(limit: 40))'"
        )
    }
}
