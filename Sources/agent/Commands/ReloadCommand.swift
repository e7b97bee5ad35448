import Daemon

/// `agent reload`
struct ReloadCommand: Command {
    static let specification = CommandSpecification(
        ["reload"],
        summary: "look for sensors again, without a restart",
        details: "Waits until it is done and says what was found. SIGHUP does the same without an answer.",
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
