import Daemon
import Shared
import Webhook

/// `agent status`
struct StatusCommand: Command {
    static let specification = CommandSpecification(
        ["status"],
        summary: "say how daemon and servers stand",
        options: [.json],
        make: { StatusCommand(places: $0.places, isJSON: $0.has(.json)) }
    )

    let places: Places
    let isJSON: Bool

    func run() async throws {
        guard case .status(let report) = try ControlClient(path: places.askedSocket).ask(.status) else {
            throw ControlFailure.unexpectedAnswer
        }
        if isJSON { return try Console.json(report) }
        Console.out("sensor-agent \(report.agent), running for \(age(report.uptimeSeconds))")
        Console.out("\(Count.of(report.sensors, "sensor")) known, \(report.enabledSensors) enabled")
        if report.servers.isEmpty {
            Console.out("not registered with any server; 'agent servers add URL' does that")
        }
        for server in report.servers {
            Console.out("")
            Console.out("\(server.name)  \(server.url)  \(server.state.rawValue)")
            if let problem = server.problem { Console.out("  \(problem)") }
            if let seconds = server.nextTry { Console.out("  next try \(seconds == 0 ? "now" : "in \(age(seconds))")") }
            let isReceiver = server.kind == WebhookKind.word
            if isReceiver { Console.out("  a receiver, for which this machine is agent \(server.agentID)") }
            if let receipt = server.lastReceipt { Console.out("  answered last: \(receipt)") }
            if server.state == .waiting, server.enabledSensors == 0 {
                Console.out("  nothing is enabled for it, so nothing was sent yet")
            }
            Console.out(
                "  \(Count.of(server.enabledSensors, "sensor")) enabled; waiting: \(Count.of(server.waitingStates, "value")), "
                    + "\(Count.of(server.waitingEvents, "event")), \(Count.of(server.waitingRegistrations, "registration"))"
            )
            if server.droppedEvents > 0 {
                let things = isReceiver ? "values and events" : "events"
                Console.out("  \(server.droppedEvents) \(things) were dropped, the queue was full")
            }
        }
        for problem in report.problems { Console.out("problem: \(problem)") }
    }

    private func age(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86400) days"
        }
    }
}
