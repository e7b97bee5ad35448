import Daemon
import Live
import Sealing
import Shared

/// `agent sensors read`
struct SensorsReadCommand: Command {
    static let specification = CommandSpecification(
        ["sensors", "read"],
        operands: "PATTERN…",
        operandCount: 0...Int.max,
        summary: "read sensors now and send nothing",
        details: """
            The daemon reads them. Where a PATTERN stands for no sensor of this machine, the others are read all the same, and
            the exit code is 64. With --root DIR this program itself reads the machine whose files are below DIR, without
            daemon and databases; ids that are made from serial numbers differ then from those of the daemon.
            """,
        options: [OptionSpecification("--all", help: "every sensor of this machine"), .json],
        operandKinds: [.patterns],
        make: { SensorsReadCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() async throws {
        let isAll = invocation.has("--all")
        guard isAll == invocation.operands.isEmpty else {
            let both = isAll ? ", not both" : ""
            throw ControlFailure(.usage, "give patterns, or --all\(both); see 'agent sensors read --help'")
        }
        let patterns = isAll ? ["*"] : invocation.operands
        let listing: SensorListing
        if let root = try invocation.places.machineRoot {
            World.bootstrap(.live(root: root, log: StandardErrorLog(least: .warning, hasJournalPrefix: false)))
            let reader = MachineReader(sources: BuiltInFamilies.sources, sha256: Digest.sha256)
            listing = try await reader.read(patterns)
        } else {
            let client = try ControlClient(path: invocation.places.askedSocket)
            guard case .sensors(let answer) = try client.ask(.readSensors(patterns: patterns)) else {
                throw ControlFailure.unexpectedAnswer
            }
            listing = answer
        }
        if invocation.has(.json) { try Console.json(listing) } else { SensorTable(listing.sensors).print() }
        if let complaints = listing.complaints { throw ControlFailure(.usage, complaints.joined(separator: "; ")) }
    }
}
