import Daemon
import Glibc
import INI
import Shared
import Webhook

/// `agent apply`
struct ApplyCommand: Command {
    static let specification = CommandSpecification(
        ["apply"],
        operands: "[FILE]",
        operandCount: 0...1,
        summary: "bring about what a file wants of servers and sensors, or say what differs",
        details: """
            For set-up without a person, and for configuration management. Only what the file names is changed, and a second
            time nothing is; see the section FILES FOR APPLY of agent(1). '-' reads the file from standard input. Each
            difference is a line: + for what is added, ~ for what is changed, - for what goes. Ends with 0 when this machine
            is as the file says, with 65 when the file asks for what can't be (nothing is changed then), and else with the code
            of the first thing that could not be brought about.
            """,
        options: [
            OptionSpecification("--check", help: "change nothing; exits 1 when something differs"),
            OptionSpecification("--print", help: "write the file for what is on now, without secrets and values"),
            OptionSpecification(
                "--accept-changed",
                help:
                    "enable sensors as they are now that were redefined since they were enabled, and allow plugins what they ask for"
            ),
            .json,
        ],
        operandKinds: [.files],
        make: { ApplyCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let isPrint = invocation.has("--print")
        guard isPrint == invocation.operands.isEmpty else {
            throw ControlFailure(.usage, "give a FILE, or --print; see 'agent apply --help'")
        }
        guard !isPrint else { return try printArrangement() }
        let path = invocation.operands[0]
        let file = try read(path)
        let client = try ControlClient(path: invocation.places.askedSocket)
        let isCheck = invocation.has("--check")
        var report = try ask(client, file.arrangement, isCheck: true, path)
        var arrangement = file.arrangement
        try addTokens(of: file, to: &arrangement, for: report, path)
        if !isCheck { report = try ask(client, arrangement, isCheck: false, path) }
        if invocation.has(.json) { try Console.json(report) } else { print(report) }
        if let problem = report.problems.first {
            throw ControlFailure(problem.exitCode, "\(shown(path)): not all of it could be brought about")
        }
        if isCheck, !report.changes.isEmpty {
            throw ControlFailure(.no, "\(Count.of(report.changes.count, "difference")); nothing was changed")
        }
    }

    private func printArrangement() throws {
        guard
            case .arrangement(let arrangement) = try ControlClient(path: invocation.places.askedSocket).ask(
                .arrangement
            )
        else { throw ControlFailure.unexpectedAnswer }
        if invocation.has(.json) { throw ControlFailure(.usage, "--print writes a file, and no JSON") }
        for line in ArrangementText.lines(arrangement) { Console.out(line) }
    }

    // MARK: What the file says

    private func read(_ path: String) throws(ControlFailure) -> ArrangementFile {
        let text: String
        do throws(TextFile.Failure) {
            text = try path == "-" ? TextFile.standardInput() : TextFile.read(path)
        } catch {
            let advice = error.isTooLarge ? ". If it is, name families or globs in it rather than single sensors" : ""
            throw ControlFailure(.badData, "can't read \(shown(path)): \(error.reason)\(advice)")
        }
        do throws(INIError) {
            return try ArrangementFile(text)
        } catch {
            throw ControlFailure(.badData, "\(shown(path)): \(error); nothing was changed")
        }
    }

    /// Opens the files of those tokens that are needed.
    private func addTokens(
        of file: ArrangementFile,
        to arrangement: inout Arrangement,
        for report: ArrangementReport,
        _ path: String
    ) throws(ControlFailure) {
        for index in arrangement.servers.indices {
            let name = arrangement.servers[index].name
            guard let token = file.tokenFiles[name],
                report.changes.contains(where: { $0.action == .add && $0.subject == .server && $0.name == name })
            else { continue }
            do throws(ControlFailure) {
                let isKey = arrangement.servers[index].kind == WebhookKind.word
                arrangement.servers[index].token = .file(
                    isKey
                        ? try TokenReader.key(in: token.path)
                        : try TokenReader.ownFile(token.path)
                )
            } catch {
                throw ControlFailure(
                    error.exitCode,
                    "\(shown(path)): line \(token.line): \(token.key): \(error); nothing was changed"
                )
            }
        }
    }

    private func ask(
        _ client: ControlClient,
        _ arrangement: Arrangement,
        isCheck: Bool,
        _ path: String
    ) throws(ControlFailure) -> ArrangementReport {
        let request = ControlRequest.apply(
            arrangement,
            isCheck: isCheck,
            acceptsChanged: invocation.has("--accept-changed")
        )
        do throws(ControlFailure) {
            guard case .applied(let report) = try client.ask(request) else { throw ControlFailure.unexpectedAnswer }
            return report
        } catch {
            guard error.exitCode == .badData else { throw error }
            let lines = error.message.split(separator: "\n").map { "\(shown(path)): \($0)" }
            throw ControlFailure(.badData, lines.joined(separator: "\n") + "\nnothing was changed")
        }
    }

    // MARK: What came of it

    private func print(_ report: ArrangementReport) {
        for change in report.changes {
            let sign =
                switch change.action {
                case .add: "+"
                case .change: "~"
                case .remove: "-"
                }
            let server = change.server.map { " on \($0)" } ?? ""
            let detail = change.detail.map { ": \($0.printable(limit: 300))" } ?? ""
            Console.out("\(sign) \(change.subject.rawValue) \(change.name.printable(limit: 300))\(server)\(detail)")
        }
        for note in report.notes { Console.out("note: \(note.printable(limit: 500))") }
        for problem in report.problems { Console.note("problem: \(problem.text.printable(limit: 800))") }
        if report.changes.isEmpty, report.problems.isEmpty { Console.out("all is as the file says") }
    }

    private func shown(_ path: String) -> String { path == "-" ? "standard input" : path.printable(limit: 200) }
}
