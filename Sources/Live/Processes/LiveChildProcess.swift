import Dispatch
import Glibc
import Shared
import Synchronization

/// A program that runs, until it ends by itself or by a signal; it is always reaped, whoever still holds this.
final class LiveChildProcess: ChildProcess {
    private struct State {
        var end: ChildEnd?
        var waiting: [CheckedContinuation<ChildEnd, Never>] = []
        var input: Int32
    }

    let id: Int32
    /// The control group of it and all that it started.
    private let group: String?
    private let state: Mutex<State>
    private let outputPipe: PulledPipe
    private let errorPipe: PulledPipe

    /// - Parameter process: Becomes readable when the process ends. All descriptors are closed here.
    init(id: Int32, input: Int32, output: Int32, errors: Int32, process: Int32, group: String?) {
        self.id = id
        self.group = group
        state = Mutex(State(input: input))
        let queue = DispatchQueue(label: "child.\(id)")
        outputPipe = PulledPipe(owning: output, queue: queue)
        errorPipe = PulledPipe(owning: errors, queue: queue)
        // Holds this object until the process has ended, so that it is always reaped.
        Readiness.shared.wait(for: process, on: queue) {
            self.reap()
            close(process)
        }
    }

    func send(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.input >= 0 else { return false }
            let count = bytes.withUnsafeBytes {
                Glibc.send(state.input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            return count == bytes.count
        }
    }

    func closeInput() {
        state.withLock { state in
            if state.input >= 0 { close(state.input) }
            state.input = -1
        }
    }

    func closeOutput() { outputPipe.close() }

    func output() async -> [UInt8]? { await outputPipe.piece() }

    func errors() async -> [UInt8]? { await errorPipe.piece() }

    func signal(_ number: Int32) {
        state.withLock { state in
            // After it was reaped the number may be another's.
            if state.end == nil { kill(-id, number) }
        }
    }

    func signalLeader(_ number: Int32) {
        state.withLock { state in
            if state.end == nil { kill(id, number) }
        }
    }

    func end() async -> ChildEnd {
        await withCheckedContinuation { continuation in
            let end = state.withLock { state in
                if state.end == nil { state.waiting.append(continuation) }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }

    /// On the queue, when the leader of the group has ended.
    private func reap() {
        let (end, waiting) = state.withLock { state in
            // Before it is reaped: until then nobody else can get the number of the group.
            kill(-id, SIGKILL)
            GroupGuard.shared.remove(id)
            var status: Int32 = 0
            var result = waitpid(id, &status, 0)
            while result < 0, errno == EINTR { result = waitpid(id, &status, 0) }
            let end: ChildEnd =
                switch (result, status & 0x7F) {
                case (id, 0): .exited((status >> 8) & 0xFF)
                case (id, let number): .killed(signal: number)
                default: .unknown
                }
            state.end = end
            defer { state.waiting = [] }
            return (end, state.waiting)
        }
        // Those, too, that left its group of processes.
        if let group { ControlGroups.remove(group) }
        closeInput()
        outputPipe.endWithProgram()
        errorPipe.endWithProgram()
        for continuation in waiting { continuation.resume(returning: end) }
    }
}
