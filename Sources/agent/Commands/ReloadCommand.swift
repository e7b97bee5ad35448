import Daemon

/// `agent reload`
struct ReloadCommand: Command {
    static let specification = CommandSpecification(
        ["reload"],
        summary: "read the settings and look for sensors again, without a restart",
        details: """
            Waits until it is done and says what was found. Servers that failed are tried at once. With a setting that can't
            be taken nothing is done, and the daemon keeps those that it has (exit 78). SIGHUP does the same without an
            answer.
            """,
        options: [.json],
        make: { ReloadCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        guard case .reloaded(let report) = try ControlClient(path: places.askedSocket).ask(.reload) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(report) }
        Console.out("reloaded; \(report.sensors) sensors are known")
        for problem in report.problems { Console.out("problem: \(problem)") }
    }
}
