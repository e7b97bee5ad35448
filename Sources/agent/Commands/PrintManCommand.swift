/// `agent print man`: the build of the package makes the manual page with it.
struct PrintManCommand: Command {
    static let specification = CommandSpecification(
        ["print", "man"],
        summary: "fill the template of the manual page, from standard input to standard output",
        isHidden: true,
        make: { _ in PrintManCommand() }
    )

    func run() {
        var template = ""
        while let line = readLine(strippingNewline: false) { template += line }
        Console.text(ManualPage.filled(template))
    }
}
