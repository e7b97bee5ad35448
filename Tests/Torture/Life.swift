import CLinux
import Glibc

/// One daemon as a process, from its start to its end.
struct Life {
    /// What it said before its end.
    struct Words {
        /// Events that were durably queued.
        var queued: [EventMark] = []
        /// Whether it did all that its command line asked for.
        var isDone = false
        /// Warnings and errors.
        var complaints: [String] = []
    }

    private let process: pid_t
    private let output: Int32

    init(_ program: String, _ plan: VictimPlan) throws(UsageError) {
        var pipe: [Int32] = [-1, -1]
        guard make_socket_pair(&pipe) == 0 else { throw UsageError(description: "can't make a pipe") }
        defer { close(pipe[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], STDERR_FILENO)
        var arguments = (["torture"] + plan.arguments).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let code = posix_spawn(&process, program, &actions, nil, &arguments, environ)
        guard code == 0 else {
            close(pipe[0])
            throw UsageError(description: "can't start \(program): \(String(cString: strerror(code)))")
        }
        self.process = process
        output = pipe[0]
    }

    /// Waits until it has ended by itself, at most so long.
    ///
    /// - Returns: Whether SIGKILL ended it; `nil` when it still runs.
    func end(within microseconds: Int) -> Bool? {
        let deadline = Self.now + microseconds
        repeat {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process { return status & 0x7f == SIGKILL }
            usleep(500)
        } while Self.now < deadline
        return nil
    }

    /// - Returns: Whether this is what ended it.
    func kill() -> Bool {
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status & 0x7f == SIGKILL
    }

    /// Reads what it said; to be called once, after its end.
    func words() -> Words {
        defer { close(output) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(output, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        var words = Words()
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line == Victim.done {
                words.isDone = true
            } else if line.contains(VictimLog.queued), let id = line.split(separator: "event=").last {
                if let mark = EventMark(id: id) { words.queued.append(mark) }
            } else {
                words.complaints.append(String(line))
            }
        }
        return words
    }

    /// Microseconds of a clock that does not jump.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
