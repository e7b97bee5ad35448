import CLinux
import Dispatch
import Glibc
package import Shared

/// This program itself once more, with another command, at the other end of a socket that is its standard input. It ends when
/// that socket does; its standard error is ours. Between it and us is a ``HostKeeper``: the socket ends when nothing of the host
/// is left.
package enum HostProcess {
    /// - Parameter arguments: Without the program's name.
    /// - Returns: This end of the socket.
    package static func start(_ arguments: [String]) async throws(ChildProcessError) -> Int32 {
        let result = await SpawnThread.shared.perform {
            Result { () throws(ChildStepError) in try spawn(arguments) }
        }
        do {
            return try result.get()
        } catch {
            throw error.error
        }
    }

    private static func spawn(_ arguments: [String]) throws(ChildStepError) -> Int32 {
        // Whoever started us may have ignored it, and then nobody could learn that a child ended.
        signal(SIGCHLD, SIG_DFL)
        var ends: [Int32] = [-1, -1]
        let made = make_socket_pair(&ends)
        guard made == 0 else { throw ChildStepError("make a socket", -made) }
        var process = pid_t()
        let code = ([HostKeeper.word] + arguments).withArgumentVector {
            spawn_at_socket(&process, "/proc/self/exe", $0, environ, ends[1])
        }
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw ChildStepError("start the plugin host", code)
        }
        reap(process)
        return ends[0]
    }

    /// Whenever it ends, whether somebody waits for it or not.
    private static func reap(_ process: pid_t) {
        let descriptor = process_descriptor(process)
        // Without one it stays a zombie until this process ends, which is all that is lost.
        guard descriptor >= 0 else { return }
        Readiness.shared.wait(for: descriptor, on: DispatchQueue(label: "plugin-host")) {
            waitpid(process, nil, 0)
            close(descriptor)
        }
    }
}

extension [String] {
    /// As arguments of this program.
    func withArgumentVector<Result>(
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var vector = (["sensor-agent"] + self).map { strdup($0) } + [nil]
        defer { for text in vector { free(text) } }
        return body(&vector)
    }
}
