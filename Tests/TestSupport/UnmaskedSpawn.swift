package import Glibc

/// Starts programs that every signal reaches.
///
/// Tests run on threads of Dispatch, where most signals are held back; a program inherits that, and SIGTERM would not end it
/// nor what it starts.
package enum UnmaskedSpawn {
    /// - Parameters:
    ///   - arguments: The program first; it is searched for in `PATH` unless it is a path.
    ///   - environment: `NAME=value`
    package static func start(
        _ arguments: [String],
        environment: [String],
        _ actions: UnsafePointer<posix_spawn_file_actions_t>? = nil
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup($0) } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var process = pid_t()
        let code = posix_spawnp(&process, arguments.first ?? "", actions, &attributes, &argv, &envp)
        guard code == 0 else {
            throw ChildProgram.Failure(description: "can't start \(arguments): \(String(cString: strerror(code)))")
        }
        return process
    }
}
