/// A world in which nothing is started.
package struct AbsentChildProcesses: ChildProcesses {
    package init() {}

    package func start(_ command: ChildCommand) async throws(ChildProcessError) -> any ChildProcess {
        throw .absent
    }
}
