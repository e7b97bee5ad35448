/// How far this process is told of sleep and shutdown, and waited for.
package enum PowerCoverage: Sendable, CaseIterable {
    /// Nobody was asked yet, or nobody is to be.
    case unknown
    /// There is no bus; systemd can't be asked either whether a stop is a restart.
    case noBus
    /// Nobody on the bus tells.
    case noLogind
    /// logind tells, but the machine goes on without waiting: polkit refused, or is missing.
    case isTold
    /// logind tells, and the machine waits.
    case isWaitedFor
}
