import Daemon
import SensorSDK

/// `agent sensors enable`
struct SensorsEnableCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "enable"],
        operands: "PATTERN…",
        operandCount: 1...1000,
        summary: "report sensors to a server",
        details: """
            A pattern is an id, a family, or a glob such as 'storage.*.used_percent'; it stands for the sensors that exist now.
            What reveals something about you is enabled only by its full id.
            """,
        options: [.server, .allServers, .json],
        operandKinds: [.patterns],
        make: { SensorsEnableCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let request = ControlRequest.enableSensors(patterns: invocation.operands, servers: try invocation.serverChoice)
        guard case .changed(let report) = try ControlClient(path: invocation.places.askedSocket).ask(request) else {
            throw ControlFailure.unexpectedAnswer
        }
        if invocation.has(.json) { return try Console.json(report) }
        let servers = report.servers.joined(separator: ", ")
        for id in report.changed { Console.out("\(id) is on for \(servers)") }
        if !report.unchanged.isEmpty {
            Console.out("already on: \(report.unchanged.map(\.description).joined(separator: ", "))")
        }
        for id in report.overridden {
            Console.out("note: \(id) was disabled in Home Assistant and is enabled there again")
        }
        if !report.changed.isEmpty {
            Console.out("values follow within seconds; an entity that was disabled before comes back after about 30 s")
        }
        for sensor in report.revealing {
            Console.out("note: \(sensor.id) reveals \(sensor.reveals.rawValue) to whoever can see it in Home Assistant")
        }
        for sensor in report.leftOut {
            Console.out(
                "left out: \(sensor.id) reveals \(sensor.reveals.rawValue); enable it by its full id if you want that"
            )
        }
    }
}
