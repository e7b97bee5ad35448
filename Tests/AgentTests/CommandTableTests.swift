import FoundationEssentials
import Shared
import TestSupport
import Testing

@testable import agent

/// Help, manual page and completions are made from one table, and none of them may lack what another has.
@Suite struct CommandTableTests {
    private let page: String

    init() throws {
        let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let template = try #require(FileManager.default.contents(atPath: "\(top)/packaging/man/agent.1.in"))
        page = ManualPage.filled(String(decoding: template, as: UTF8.self))
    }

    private func roff(_ text: String) -> String { text.replacing("-", with: "\\-") }

    @Test(
        "each command is in help, manual page and completion, with each of its options",
        arguments: CommandTable.shown
    )
    func agree(_ command: CommandSpecification) {
        let name = command.words.joined(separator: " ")
        #expect(HelpCommand.overview.contains { $0.hasPrefix("  \(name) ") && $0.hasSuffix(command.summary) })
        let help = HelpCommand.description(of: command)
        let entry = page.split(separator: "\\fBagent \(roff(name))\\fR").dropFirst().first?
            .split(separator: "\n.TP\n\\fBagent ").first
        #expect(entry != nil)
        var completed: Set<String> = []
        for case .words(let candidates) in Completion(command.words + ["--"]).targets {
            completed.formUnion(candidates.map(\.word))
        }
        for option in command.options {
            #expect(help.contains { $0.hasPrefix("  \(option.name)") }, "\(option.name)")
            #expect(entry?.contains("\\fB\(roff(option.name))\\fR") == true, "\(option.name)")
            #expect(completed.contains(option.name), "\(option.name)")
        }
        var offered: [String] = []
        for case .words(let candidates) in Completion(command.words.dropLast() + [""]).targets {
            offered += candidates.map(\.word)
        }
        #expect(offered.contains(command.words.last ?? ""))
    }

    @Test("patterns are as many as a command line has room for", arguments: ["read", "enable", "disable", "forget"])
    func manyPatterns(verb: String) {
        #expect(throws: Never.self) {
            try CommandParser.parse(["sensors", verb] + (1...3000).map { "battery.bat\($0).level" })
        }
    }

    @Test("the general options and all exit codes are in help and manual page")
    func general() throws {
        let help = HelpCommand.description(of: StatusCommand.specification)
        for option in OptionSpecification.general {
            #expect(help.contains { $0.hasPrefix("  \(option.name)") })
            #expect(page.contains("\\fB\(roff(option.name))\\fR"))
        }
        let status = try #require(page.split(separator: ".SH EXIT STATUS").last)
        for code in ExitCode.allCases {
            #expect(HelpCommand.overview.contains { $0.hasPrefix("  \(code.rawValue) ") })
            #expect(status.contains(".B \(code.rawValue)\n"))
        }
    }

    @Test("what scripts alone call is told nowhere")
    func hidden() {
        for command in CommandTable.commands where command.isHidden {
            let name = command.words.joined(separator: " ")
            #expect(!HelpCommand.overview.contains { $0.hasPrefix("  \(name) ") })
            #expect(!page.contains("\\fBagent \(roff(name))\\fR"))
        }
    }

    @Test("summaries are parts of a sentence, so that help and manual page can both use them")
    func summaries() {
        for command in CommandTable.commands {
            #expect(command.summary.first?.isLowercase == true, "\(command.words)")
            #expect(command.summary.last != ".", "\(command.words)")
        }
    }

    @Test("no help begins with a word that is typed as it is, since the manual page begins it with a capital")
    func firstWords() {
        let options = CommandTable.shown.flatMap { $0.options + $0.settings } + OptionSpecification.general
        let literals: Set = ["homeassistant", "webhook", "http", "https", "default", "agent"]
        for text in options.map(\.help) + CommandTable.shown.map(\.summary) + ExitCode.allCases.map(\.meaning) {
            let word = text.prefix { $0 != " " && $0 != "," }
            #expect(!literals.contains(String(word)) && word.allSatisfy { $0.isLetter || "-'".contains($0) }, "\(text)")
        }
    }

    @Test("a noun's help lists its commands, each with its summary", .world())
    func noun() async throws {
        let output = try await ChildProgram.run([try AgentProgram.path(), "sensors", "--help"]).standardOutput
        for command in CommandTable.shown where command.words.first == "sensors" {
            #expect(output.contains(command.words.joined(separator: " ")) && output.contains(command.summary))
        }
        #expect(!output.contains("--state-dir"))
    }

    @Test("the manual page has no mark left, and no text that roff would take for a request")
    func filled() {
        #expect(!page.contains("@"))
        let requests: Set = [
            ".TH", ".SH", ".SS", ".TP", ".IP", ".PP", ".RS", ".RE", ".nf", ".fi", ".B", ".I", ".BR", ".IR", ".RB",
            ".RI",
        ]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            let request = String(line.prefix { $0 != " " })
            #expect(requests.contains(request) || request == ".\\\"", "\(line)")
        }
    }

    @Test("a program of this version makes a package of this version")
    func version() throws {
        let top = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let changelog = try #require(FileManager.default.contents(atPath: "\(top)/packaging/debian/changelog"))
        #expect(String(decoding: changelog, as: UTF8.self).hasPrefix("sensor-agent (\(Agent.version)) "))
    }
}
