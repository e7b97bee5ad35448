import Glibc
package import Shared

/// Programs of this machine, started through a trampoline: this program itself with the command ``Trampoline/word``, which
/// sets limits and then becomes the program that is meant.
package struct LiveChildProcesses: ChildProcesses {
    private let trampoline: String

    /// - Parameter trampoline: The agent's executable.
    package init(trampoline: String = "/proc/self/exe") {
        self.trampoline = trampoline
    }

    package func start(_ command: ChildCommand) async throws(ChildProcessError) -> any ChildProcess {
        let trampoline = trampoline
        let result = await SpawnThread.shared.perform {
            Result { () throws(ChildProcessError) in try ChildSpawn(command, trampoline: trampoline).start() }
        }
        return try result.get()
    }
}
