import Daemon
import SensorSDK
import Shared

/// `agent sensors forget`
struct SensorsForgetCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "forget"],
        operands: "PATTERN…",
        operandCount: 1...Int.max,
        summary: "take sensors that are gone for good out of the list",
        details: """
            A PATTERN is an id, a family, or a glob in quotes. A sensor that is on for a server stays, and so does one that this
            machine has now. One that comes back later is listed again, under its old id, and is off.
            """,
        options: [.json],
        operandKinds: [.patterns],
        make: { SensorsForgetCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let answer = try ControlClient(path: invocation.places.askedSocket)
            .ask(.forgetSensors(patterns: invocation.operands))
        guard case .forgotten(let report) = answer else { throw ControlFailure.unexpectedAnswer }
        let unknown = Set(report.kept.filter { $0.reason == .unknown }.map(\.id.family)).sorted()
        if invocation.has(.json) {
            try Console.json(report)
        } else {
            show(report, isAll: unknown.isEmpty)
        }
        if !unknown.isEmpty {
            throw ControlFailure(
                .tryAgain,
                "what \(unknown.joined(separator: ", ")) has can't be said now, so that its sensors stay; 'agent doctor' says why"
            )
        }
    }

    /// - Parameter isAll: Whether all could be asked.
    private func show(_ report: ForgetReport, isAll: Bool) {
        for id in report.forgotten { Console.out("forgotten: \(id)") }
        for kept in report.kept where kept.reason == .enabled {
            Console.out(
                "note: \(kept.id) is on for a server and stays; 'agent sensors disable \(kept.id)' turns it off"
            )
        }
        let present = report.kept.count { $0.reason == .present }
        if present > 0 {
            Console.out("note: \(Count.of(present, "sensor")) of this machine \(present == 1 ? "stays" : "stay")")
        }
        if isAll, report.forgotten.isEmpty {
            Console.out(
                "nothing was forgotten: none of these is gone; was something taken away just now, try again in a moment"
            )
        }
    }
}
