import CLinux
import Glibc
import Shared

/// What runs between the start of a child process and the program that it becomes. One thread does all of it, with nothing in
/// between that could move it to another one.
package enum Trampoline {
    /// The agent's command that leads here; not in its help.
    package static let word = "plugin-exec"

    /// The exit code when the program could not be executed; the reason is on standard error.
    package static let failure: Int32 = 127

    /// Number of the descriptor on which the program to be executed is handed over.
    static let programDescriptor: Int32 = 3

    /// - Parameters:
    ///   - cage: `nil` for a program that may do what its user may.
    ///   - group: The control group to be entered.
    static func arguments(
        for command: ChildCommand,
        parent: pid_t,
        cage: ChildCage? = nil,
        group: String? = nil
    ) -> [String] {
        let limits = command.limits
        let (form, path) =
            switch command.program {
            case .descriptor(_, let path): ("descriptor", path)
            case .path(let path): ("path", path)
            }
        let numbers = [limits.memory, limits.processorSeconds, limits.files, limits.fileSize, limits.processes]
        return [word, "\(parent)"] + numbers.map(String.init) + [command.folder, form, group ?? ""]
            + Confinement.words(cage, command.grants) + [path] + command.arguments
    }

    /// Becomes the program.
    ///
    /// - Parameter arguments: What follows ``word`` on the command line.
    package static func run(_ arguments: [String]) -> Never {
        guard arguments.count >= 11, let parent = pid_t(arguments[0]) else { fail("understand its arguments", EINVAL) }
        let isDescriptor = arguments[7] == "descriptor"
        var rest = arguments.dropFirst(9)
        let isConfined = rest.first != "none"
        let confinement = Confinement(&rest, own: arguments[6]) { isDescriptor ? ownProgram : $0.first }
        guard let program = rest.first, isConfined == (confinement != nil) else {
            fail("understand its arguments", EINVAL)
        }
        check("die with the agent", follow_parent(SIGKILL))
        // The agent may have ended before that was set.
        guard getppid() == parent else { exit(failure) }
        if !arguments[8].isEmpty, !ControlGroups.enter(arguments[8]) { fail("enter its control group", errno) }
        check("give up privileges", renounce_privileges())
        let limits = arguments[1...5].map { UInt64($0) ?? 0 }
        check("limit core dumps", set_limit(Int32(limit_core), 0))
        check("limit memory", set_limit(Int32(limit_memory), limits[0]))
        check("limit processor time", set_limit(Int32(limit_processor), limits[1]))
        check("limit open files", set_limit(Int32(limit_files), limits[2]))
        check("limit the size of files", set_limit(Int32(limit_file_size), limits[3]))
        check("limit processes", set_limit(Int32(limit_processes), limits[4]))
        guard chdir(arguments[6]) == 0 else { fail("go to the folder \(arguments[6])", errno) }
        umask(0o077)
        if let confinement {
            do throws(ChildStepError) {
                try confinement.enter()
            } catch {
                fail(error.step, error.code)
            }
        }
        become(path: program, arguments: rest.dropFirst(), byDescriptor: isDescriptor)
    }

    /// The program to be executed where it is handed over, as the kernel names it.
    private static let ownProgram = "/proc/self/fd/\(programDescriptor)"

    private static func become(path: String, arguments: ArraySlice<String>, byDescriptor: Bool) -> Never {
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        if byDescriptor {
            // A script's interpreter opens the descriptor again, so that it must stay open.
            _ = fcntl(programDescriptor, F_SETFD, 0)
        }
        // A file that is just being put there is busy for a moment.
        for _ in 1...50 {
            if byDescriptor { fexecve(programDescriptor, &argv, environ) } else { execve(path, &argv, environ) }
            guard errno == ETXTBSY else { break }
            usleep(20_000)
        }
        let code = errno
        guard code == ENOENT, let interpreter = interpreter(of: byDescriptor ? ownProgram : path) else {
            fail("execute \(path)", code)
        }
        if interpreter.last == UInt8(ascii: "\r") {
            fail("execute \(path), whose first line ends with a carriage return, as Windows writes it", code)
        }
        fail("execute \(path) with \(String(decoding: interpreter, as: UTF8.self)), which its first line names", code)
    }

    /// What the first line of a script names behind `#!`; `nil` when it is none.
    private static func interpreter(of path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &start, start.count, 0)
        guard count > 2, start.starts(with: Array("#!".utf8)) else { return nil }
        let line = start[2..<count].prefix { $0 != UInt8(ascii: "\n") }.drop { $0 == UInt8(ascii: " ") }
        return Array(line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
    }

    private static func check(_ step: String, _ result: Int32) {
        if result < 0 { fail(step, -result) }
    }

    private static func fail(_ step: String, _ code: Int32) -> Never {
        let line = Array("can't \(step): \(String(cString: strerror(code)))\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(failure)
    }
}
