import Live

/// `agent volume-probe`: what this program runs itself as, to ask a mount that may never answer.
struct VolumeProbeCommand: Command {
    static let specification = CommandSpecification(
        [VolumeProbe.command],
        operands: "MOUNT PARENT",
        operandCount: 2...2,
        summary: "ask one mount for its sizes; for the agent's own use",
        isHidden: true,
        make: { VolumeProbeCommand(invocation: $0) }
    )

    let invocation: Invocation

    func run() throws {
        VolumeProbe.run(
            mountPoint: invocation.operands[0],
            parent: invocation.operands[1],
            root: try invocation.places.machineRoot ?? "/"
        )
    }
}
