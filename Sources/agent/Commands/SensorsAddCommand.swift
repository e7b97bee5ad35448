import Daemon
import Shared

/// `agent sensors add`
struct SensorsAddCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "add"],
        operands: "FAMILY SOURCE",
        operandCount: 2...2,
        summary: "have a family look at something that it leaves out by itself",
        details: """
            For storage a source is a mount point, such as /mnt/nas: network, FUSE and temporary file systems are looked at only
            when they are named. For network it is an interface as 'ip link' names it, such as br0: bridges, ports of containers
            and the like are looked at only when they are named. For device_events it is a USB device as 'lsusb' shows it after
            ID, such as usb:046d:c52b: one sensor says whether at least one such device is there. Where two are alike, :SERIAL
            after it means the one with that serial number; kept and listed are only digits made from it, such as #5e1f0a, which
            may be typed instead. What was named is listed then, and off until you enable it.
            """,
        options: [.json],
        operandKinds: [.families, .files],
        make: { SensorsAddCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let request = ControlRequest.addSource(family: invocation.operands[0], source: invocation.operands[1])
        let answer = try ControlClient(path: invocation.places.askedSocket).ask(request)
        guard case .sourceChanged(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        if invocation.has(.json) { return try Console.json(report) }
        let already = report.changed ? "" : " already"
        Console.out("\(report.family) looks at \(report.source.printable(limit: 255))\(already)")
        if let problem = report.problem { Console.out("problem: \(problem)") }
        for id in report.sensors { Console.out("new: \(id)") }
        if report.sensors.isEmpty {
            Console.out("no new sensor for now: nothing is there yet, or it is listed already (see 'agent sensors')")
        }
    }
}
