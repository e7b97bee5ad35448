import Glibc
package import Shared

/// Programs of this machine, started through a trampoline: this program itself with the command ``Trampoline/word``, which
/// sets limits and then becomes the program that is meant.
package struct LiveChildProcesses: ChildProcesses {
    private let trampoline: String
    private let cage: ChildCage?

    /// - Parameters:
    ///   - trampoline: The agent's executable.
    ///   - cage: Around each program.
    package init(trampoline: String = "/proc/self/exe", cage: ChildCage? = nil) {
        self.trampoline = trampoline
        self.cage = cage
    }

    /// Ends what watches over the programs; to be called when the last one has ended, and this process is to.
    package static func end() {
        GroupGuard.shared.end()
    }

    package func start(_ command: ChildCommand) async throws(ChildProcessError) -> any ChildProcess {
        let (trampoline, cage) = (trampoline, cage)
        let result = await SpawnThread.shared.perform {
            Result { () throws(ChildProcessError) in try ChildSpawn(command, trampoline: trampoline, cage: cage).start()
            }
        }
        return try result.get()
    }
}
