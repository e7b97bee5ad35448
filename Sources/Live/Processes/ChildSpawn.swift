import CLinux
import Glibc
import Shared

/// Starts one program through the trampoline. Called on ``SpawnThread`` only.
struct ChildSpawn {
    private let command: ChildCommand
    private let trampoline: String
    private let cage: ChildCage?
    private let isGuarded: Bool

    init(_ command: ChildCommand, trampoline: String, cage: ChildCage?, isGuarded: Bool) {
        self.command = command
        self.trampoline = trampoline
        self.cage = cage
        self.isGuarded = isGuarded
    }

    func start() throws(ChildProcessError) -> LiveChildProcess {
        // Whoever started us may have ignored it, and then nobody could learn how a child ended.
        signal(SIGCHLD, SIG_DFL)
        // A program that is gone is an error of a write.
        signal(SIGPIPE, SIG_IGN)
        do {
            if isGuarded { try GroupGuard.shared.start(trampoline: trampoline) }
        } catch {
            throw error.error
        }
        let input = try command.hasNoInput ? empty() : socket()
        let output = try pipe()
        let errors = try pipe()
        let name = command.folder.split(separator: "/").last.map(String.init) ?? "program"
        let group = cage?.groups?.make(name, memory: command.limits.memory)
        let pid: pid_t
        do throws(ChildProcessError) {
            pid = try spawn(
                [input.child.number, output.child.number, errors.child.number],
                arguments: Trampoline.arguments(for: command, parent: getpid(), cage: cage, group: group)
            )
        } catch {
            if let group { ControlGroups.remove(group) }
            throw error
        }
        GroupGuard.shared.add(pid)
        let descriptor = process_descriptor(pid)
        guard descriptor >= 0 else {
            kill(-pid, SIGKILL)
            GroupGuard.shared.remove(pid)
            waitpid(pid, nil, 0)
            if let group { ControlGroups.remove(group) }
            throw Self.error("watch the process", -descriptor)
        }
        return LiveChildProcess(
            id: pid,
            input: input.own.released(),
            output: output.own.released(),
            errors: errors.own.released(),
            process: descriptor,
            group: group
        )
    }

    private struct Ends: ~Copyable {
        let own: FileDescriptor
        let child: FileDescriptor

        init(own: Int32, child: Int32) {
            self.own = FileDescriptor(owning: own)
            self.child = FileDescriptor(owning: child)
        }
    }

    private func spawn(_ standard: [Int32], arguments: [String]) throws(ChildProcessError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // First out of the way of the numbers that are made now, or one would close the other.
        var moved: [FileDescriptorCopy] = []
        var sources = standard
        let program = try openedAgain()
        if let program { sources.append(program.number) }
        for (target, source) in sources.enumerated() {
            let copy = FileDescriptorCopy(of: source, above: 10)
            guard copy.number >= 0 else { throw Self.error("copy a descriptor", errno) }
            posix_spawn_file_actions_adddup2(&actions, copy.number, Int32(target))
            moved.append(copy)
        }
        var result = close_from(&actions, Int32(sources.count))
        guard result == 0 else { throw Self.error("prepare the descriptors", result) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var argv = (["sensor-agent"] + arguments).map { strdup($0) } + [nil]
        var envp = command.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var pid = pid_t()
        result = posix_spawn(&pid, trampoline, &actions, &attributes, &argv, &envp)
        guard result == 0 else { throw Self.error(trampoline, result) }
        return pid
    }

    /// The same file with a place of its own: an interpreter that reads the descriptor rather than opening it (perl does) would
    /// go on where the process before it stopped, which is at the end.
    private func openedAgain() throws(ChildProcessError) -> FileDescriptorCopy? {
        guard case .descriptor(let program, _) = command.program else { return nil }
        let copy = FileDescriptorCopy(opening: program)
        guard copy.number >= 0 else { throw Self.error("open the program again", errno) }
        return copy
    }

    private func pipe() throws(ChildProcessError) -> Ends {
        var ends: [Int32] = [-1, -1]
        let result = make_pipe(&ends)
        guard result == 0 else { throw Self.error("make a pipe", -result) }
        return Ends(own: ends[0], child: ends[1])
    }

    /// A socket rather than a pipe: writing to a program that is gone is then an error and no signal.
    private func socket() throws(ChildProcessError) -> Ends {
        var ends: [Int32] = [-1, -1]
        let result = make_socket_pair(&ends)
        guard result == 0 else { throw Self.error("make a socket", -result) }
        return Ends(own: ends[0], child: ends[1])
    }

    private func empty() throws(ChildProcessError) -> Ends {
        let own = open("/dev/null", O_WRONLY | O_CLOEXEC)
        let child = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let code = errno
        let ends = Ends(own: own, child: child)
        guard own >= 0, child >= 0 else { throw Self.error("open /dev/null", code) }
        return ends
    }

    private static func error(_ step: String, _ code: Int32) -> ChildProcessError {
        .failed(step: step, reason: String(cString: strerror(code)))
    }
}
