/// What a process tells its supervisor.
package enum SupervisorNotice: Sendable, Hashable {
    /// Started, or done with reloading.
    case ready
    case reloading
    case stopping
    /// Still at work.
    case alive
    /// How it goes, in a line for people.
    case status(String)
}
