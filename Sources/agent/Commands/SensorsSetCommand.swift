import Daemon
import Shared

/// `agent sensors set`
struct SensorsSetCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "set"],
        operands: "ID interval TIME|default",
        operandCount: 3...3,
        summary: "choose how often a sensor is read",
        details: """
            A time is written 30s, 10m or 2h (a number alone is seconds), and is at most a day; the source of the sensor sets how short it may be. With
            'default' the sensor's family chooses again. It holds for all servers.
            """,
        options: [.json],
        operandKinds: [.sensors, .nothing],
        make: { SensorsSetCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let (id, setting, text) = (invocation.operands[0], invocation.operands[1], invocation.operands[2])
        guard setting == "interval" else {
            throw ControlFailure(.usage, "a sensor has no '\(setting.printable(limit: 40))' to set; it has interval")
        }
        let interval = text == "default" ? nil : try Invocation.duration(text, for: "interval")
        let milliseconds = interval.map { Int64(($0 / .milliseconds(1)).rounded()) }
        let client = try ControlClient(path: invocation.places.askedSocket)
        guard case .intervalSet(let report) = try client.ask(.setInterval(id: id, milliseconds: milliseconds)) else {
            throw ControlFailure.unexpectedAnswer
        }
        if invocation.has(.json) { return try Console.json(report) }
        let source = report.chosen ? "" : ", as its family says"
        Console.out("\(report.id) is read every \(DurationText.text(.seconds(report.interval)))\(source)")
    }
}
