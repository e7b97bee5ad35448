/// Starts programs, each in a process group of its own that ends as a whole.
package protocol ChildProcesses: Sendable {
    /// Starts a program under its limits; it dies with this process.
    ///
    /// - Throws: ``ChildProcessError``.
    func start(_ command: ChildCommand) async throws(ChildProcessError) -> any ChildProcess
}
