/// When a plugin that failed may be started again, and when no more.
struct RestartPolicy: Sendable {
    /// So many failures in a row put a plugin in quarantine.
    static let mostFailures = 5

    private(set) var failures = 0
    /// Since boot.
    private(set) var notBefore = Duration.zero
    /// The last fault, kept until the plugin answers well.
    private(set) var lastFault: PluginFault?

    var isQuarantined: Bool { failures >= Self.mostFailures }

    func mayStart(at now: Duration) -> Bool { !isQuarantined && now >= notBefore }

    /// 1 s, then twice as long each time, at most 5 min.
    mutating func failed(_ fault: PluginFault, at now: Duration) {
        lastFault = fault
        failures += 1
        notBefore = now + .seconds(min(1 << (failures - 1), 300))
    }

    /// - Parameter isCertain: A reading; an answer of less does not wipe out failures, or one that fails at each reading would
    ///   never be quarantined.
    mutating func succeeded(isCertain: Bool) {
        guard isCertain || failures == 0 else { return }
        self = RestartPolicy()
    }

    /// A restart by hand: what it did stays in memory, the wait ends.
    mutating func hurry() {
        notBefore = .zero
        failures = min(failures, Self.mostFailures - 1)
    }
}
