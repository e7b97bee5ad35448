import Daemon
import Shared

/// `agent print`: the build of the package makes manual pages and the file of settings with it.
struct PrintCommand: Command {
    static let specification = CommandSpecification(
        ["print"],
        operands: "man | settings",
        operandCount: 1...1,
        summary: "fill the template of a manual page, from standard input, or print the shipped settings",
        isHidden: true,
        make: { PrintCommand(what: $0.operands[0]) }
    )

    let what: String

    func run() throws {
        switch what {
        case "man":
            var template = ""
            while let line = readLine(strippingNewline: false) { template += line }
            Console.text(ManualPage.filled(template))
        case "settings": for line in ShippedSettings.lines { Console.out(line) }
        default: throw ControlFailure(.usage, "'\(what.printable(limit: 40))' can't be printed; man and settings can")
        }
    }
}
