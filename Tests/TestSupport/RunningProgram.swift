import Dispatch
import FoundationEssentials
package import Glibc
import Synchronization

/// A program that runs beside the test; its standard error is read as it comes, its standard output is in a file.
package final class RunningProgram: Sendable {
    private struct State {
        var lines: [String] = []
        var rest: [UInt8] = []
        var isOver = false
        var watchers: [(word: String, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    package let pid: pid_t
    private let folder: TemporaryFolder
    private let state = Mutex(State())

    /// - Parameter arguments: The program's path first.
    package init(_ arguments: [String], environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        var pipe: [Int32] = [-1, -1]
        // Unlike a pipe without pipe2(2), a socket pair is closed in every other child from its first moment on.
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pipe) == 0 else {
            throw ChildProgram.Failure(description: "can't make a pipe")
        }
        defer { close(pipe[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 2)
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        do {
            pid = try UnmaskedSpawn.start(arguments, environment: all.map { "\($0.key)=\($0.value)" }, &actions)
        } catch {
            close(pipe[0])
            throw error
        }
        let reader = pipe[0]
        // A thread of its own blocks until the program closes its end.
        DispatchQueue(label: "stderr").async { [self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = read(reader, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                took(buffer[..<count])
            }
            close(reader)
            ended()
        }
    }

    /// What it wrote to standard error so far.
    package var log: [String] { state.withLock { $0.lines } }

    /// Waits until a line of standard error holds this word.
    ///
    /// - Returns: `false` when the program ended before.
    @discardableResult
    package func says(_ word: String) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Bool? in
                if state.lines.contains(where: { $0.contains(word) }) { return true }
                if state.isOver { return false }
                state.watchers.append((word, continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    package func signal(_ number: Int32) {
        kill(pid, number)
    }

    /// Waits for its end.
    ///
    /// - Returns: The exit status, or minus the number of the signal that ended it, and its standard output.
    package func end() async throws -> (status: Int32, output: String) {
        let pid = pid
        let status = await withCheckedContinuation { (continuation: CheckedContinuation<Int32, Never>) in
            DispatchQueue.global().async {
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                continuation.resume(returning: status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F))
            }
        }
        return (status, try folder.text(of: "out"))
    }

    private func took(_ bytes: ArraySlice<UInt8>) {
        let met = state.withLock { state in
            state.rest += bytes
            while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
                state.rest.removeSubrange(...end)
            }
            let lines = state.lines
            let met = state.watchers.filter { watcher in lines.contains { $0.contains(watcher.word) } }
            state.watchers.removeAll { watcher in lines.contains { $0.contains(watcher.word) } }
            return met.map(\.continuation)
        }
        for continuation in met { continuation.resume(returning: true) }
    }

    private func ended() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.watchers = [] }
            return state.watchers.map(\.continuation)
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }
}
