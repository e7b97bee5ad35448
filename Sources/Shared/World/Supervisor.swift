/// What started this process and watches over it: systemd, or nobody.
package protocol Supervisor: Sendable {
    /// How long the process may say nothing before it counts as hung; `nil` when nobody waits for it.
    var watchdogInterval: Duration? { get }

    /// Listening sockets that were made for this process. Whoever calls this owns them: call it once.
    func inheritedSockets() -> [InheritedSocket]

    /// Says how the process stands; without effect when nobody listens.
    func tell(_ notice: SupervisorNotice)
}
