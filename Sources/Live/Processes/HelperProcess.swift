import CLinux
import Dispatch
import Glibc
import Shared
import Synchronization

/// A process of ours that does one thing that may hang, says on its standard output what came of it, and ends.
///
/// The end of its output is its end: the kernel closes it when the last of its threads is gone. So one that hangs costs one
/// descriptor and no thread, and it is reaped whenever it ends, whether somebody still waits for it or not.
final class HelperProcess: Sendable {
    private struct State {
        var output: [UInt8] = []
        var isGone = false
        var isAbandoned = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
    }

    private let process: pid_t
    private let state = Mutex(State())

    /// More than any answer has.
    private static let longestOutput = 4096
    /// All helpers are heard here; nothing on it waits.
    private static let queue = DispatchQueue(label: "helpers")

    /// Starts a program; see `spawn_apart`.
    ///
    /// - Parameter arguments: Without the program itself.
    /// - Throws: ``FileError`` with the program's path.
    init(_ program: String, _ arguments: [String], environment: [String] = []) throws(FileError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw FileError(path: program, code: errno) }
        let reader = ends[0]
        var argv = (["agent"] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup($0) } + [nil]
        defer { for text in argv + envp { free(text) } }
        var process = pid_t()
        let code = spawn_apart(&process, program, &argv, &envp, ends[1])
        close(ends[1])
        guard code == 0 else {
            close(reader)
            throw FileError(path: program, code: code)
        }
        self.process = process
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        listen(to: reader)
    }

    /// Whether it has ended and was reaped, or is about to be.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// Whether it was given up; it may still be there.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Waits for its end.
    ///
    /// - Returns: All that it wrote; `nil` when it is still there after `limit`. It is given up then and told to end, which
    ///   one that waits in the kernel for a dead file system does only when that lets go of it.
    func output(within limit: Duration, _ clock: any Clock<Duration>) async -> [UInt8]? {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.untilGone() }
            // It throws only when it is cancelled, because the process ended first.
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return state.withLock { state in
            if state.isGone { return state.output }
            state.isAbandoned = true
            // It was not reaped yet, so the number is still its own.
            kill(process, SIGKILL)
            return nil
        }
    }

    private func untilGone() async {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isGone || Task.isCancelled { return true }
                    state.waiting[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
        }
    }

    private func listen(to reader: Int32) {
        Readiness.shared.wait(for: reader, on: Self.queue) {
            if self.hasEnded(reader) { close(reader) } else { self.listen(to: reader) }
        }
    }

    /// Takes all that was written; at the end of it reaps the process and wakes who waits.
    private func hasEnded(_ reader: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.longestOutput)
        while true {
            let count = SystemCall.result(read(reader, &buffer, buffer.count))
            if count == -Int(EAGAIN) { return false }
            if count == -Int(EINTR) { continue }
            guard count > 0 else { break }
            state.withLock { state in
                if state.output.count < Self.longestOutput { state.output += buffer.prefix(count) }
            }
        }
        let waiting = state.withLock { state in
            state.isGone = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        for continuation in waiting { continuation.resume() }
        return true
    }
}
