import Daemon
import Shared

/// `agent sensors remove`
struct SensorsRemoveCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "remove"],
        operands: "FAMILY SOURCE",
        operandCount: 2...2,
        summary: "take back a source that was named with 'agent sensors add'",
        details: """
            Its sensors stay listed and become unavailable; 'agent sensors disable' turns them off, and then 'agent sensors
            forget' takes them out of the list.
            """,
        options: [.json],
        operandKinds: [.families, .files],
        make: { SensorsRemoveCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let request = ControlRequest.removeSource(family: invocation.operands[0], source: invocation.operands[1])
        let answer = try ControlClient(path: invocation.places.askedSocket).ask(request)
        guard case .sourceChanged(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if invocation.has(.json) { return try Console.json(report) }
        Console.out("\(report.family) no longer looks at \(report.source.printable(limit: 255))")
        if let problem = report.problem { Console.out("problem: \(problem)") }
        for id in report.enabled {
            Console.out("note: \(id) is still on and now unavailable; 'agent sensors disable \(id)' turns it off")
        }
    }
}
