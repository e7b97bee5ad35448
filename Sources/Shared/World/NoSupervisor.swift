/// Nobody watches: a terminal, a demo.
package struct NoSupervisor: Supervisor {
    package init() {}

    package var watchdogInterval: Duration? { nil }
    package func inheritedSockets() -> [InheritedSocket] { [] }
    package func tell(_ notice: SupervisorNotice) {}
}
