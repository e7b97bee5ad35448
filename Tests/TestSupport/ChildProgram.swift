import Dispatch
import FoundationEssentials
import Glibc

/// Runs a program of this machine and waits for its end.
package enum ChildProgram {
    package struct Output: Sendable {
        package var status: Int32
        package var standardOutput: String
        package var standardError: String
    }

    /// Why a program could not be started, or ended badly.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// - Parameter arguments: The program first; it is searched for in `PATH`.
    @concurrent package static func run(_ arguments: [String]) async throws -> Output {
        let environment = ProcessInfo.processInfo.environment
        return try await withCheckedThrowingContinuation { continuation in
            // A thread of its own may block as long as the program runs.
            DispatchQueue.global().async {
                continuation.resume(with: Result { try runBlocking(arguments, environment) })
            }
        }
    }

    private static func runBlocking(_ arguments: [String], _ environment: [String: String]) throws -> Output {
        // Files rather than pipes: a server that goes on in the background would hold a pipe open.
        let folder = try TemporaryFolder()
        let out = folder.path + "/out"
        let err = folder.path + "/err"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, out, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, err, O_WRONLY | O_CREAT, 0o600)

        let variables = environment.map { "\($0.key)=\($0.value)" }
        let pid = try UnmaskedSpawn.start(arguments, environment: variables, &actions)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure(description: "can't wait for \(arguments): \(String(cString: strerror(errno)))")
            }
        }
        // The exit status, or minus the number of the signal that ended it.
        let exit = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
        return Output(
            status: exit,
            standardOutput: try folder.text(of: "out"),
            standardError: try folder.text(of: "err")
        )
    }
}
