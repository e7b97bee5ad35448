import Glibc
package import Shared

/// Programs of this machine, started through a trampoline: this program itself with the command ``Trampoline/word``, which
/// sets limits and then becomes the program that is meant.
package struct LiveChildProcesses: ChildProcesses {
    private let trampoline: String
    private let cage: ChildCage?
    private let isGuarded: Bool

    /// - Parameters:
    ///   - trampoline: The agent's executable.
    ///   - cage: Around each program.
    ///   - isGuarded: Whether a ``GroupGuard`` is to kill what is left when this process was killed; not needed below a
    ///     ``HostKeeper``.
    package init(trampoline: String = "/proc/self/exe", cage: ChildCage? = nil, isGuarded: Bool = true) {
        self.trampoline = trampoline
        self.cage = cage
        self.isGuarded = isGuarded
    }

    /// Ends what watches over the programs; to be called when the last one has ended, and this process is to.
    package static func end() {
        GroupGuard.shared.end()
    }

    package func start(_ command: ChildCommand) async throws(ChildProcessError) -> any ChildProcess {
        let (trampoline, cage, isGuarded) = (trampoline, cage, isGuarded)
        let result = await SpawnThread.shared.perform {
            Result { () throws(ChildProcessError) in
                try ChildSpawn(command, trampoline: trampoline, cage: cage, isGuarded: isGuarded).start()
            }
        }
        return try result.get()
    }
}
