import Dispatch
import Glibc
import Synchronization

/// Reads from a descriptor only when somebody asks, so that a program that writes without end waits and costs nothing.
final class PulledPipe: Sendable {
    private struct State {
        var reader: CheckedContinuation<[UInt8]?, Never>?
        /// What was in the pipe when its program ended.
        var rest: [UInt8] = []
        var isOver = false
    }

    private let state = Mutex(State())
    private let descriptor: Int32
    private let queue: DispatchQueue

    /// - Parameter descriptor: Closed when the pipe is over.
    init(owning descriptor: Int32, queue: DispatchQueue) {
        self.descriptor = descriptor
        self.queue = queue
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        state.withLock { finish(&$0) }
    }

    /// The next piece; `nil` at the end. One caller at a time.
    func piece() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            let (isOver, rest) = state.withLock { state -> (Bool, [UInt8]) in
                guard !state.isOver else {
                    defer { state.rest = [] }
                    return (true, state.rest)
                }
                state.reader = continuation
                wait()
                return (false, [])
            }
            if isOver { continuation.resume(returning: rest.isEmpty ? nil : rest) }
        }
    }

    /// Nobody reads any more.
    func close() {
        let reader = state.withLock { state in
            finish(&state)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The program is gone: what is in the pipe now is all that is still read, since a process that got away could hold the
    /// other end for ever.
    func endWithProgram() {
        let (reader, rest) = state.withLock { state -> (CheckedContinuation<[UInt8]?, Never>?, [UInt8]) in
            guard !state.isOver else { return (nil, []) }
            var rest: [UInt8] = []
            // A pipe holds a megabyte at most; whoever goes on writing is not waited for.
            while rest.count < 1 << 20, case .some(let more) = read(), !more.isEmpty { rest += more }
            let reader = state.reader
            state.reader = nil
            if reader == nil { state.rest = rest }
            finish(&state)
            return (reader, rest)
        }
        reader?.resume(returning: rest.isEmpty ? nil : rest)
    }

    private func wait() {
        Readiness.shared.wait(for: descriptor, on: queue) { [weak self] in self?.pull() }
    }

    /// On the queue, when there is something to be read.
    private func pull() {
        let (reader, piece) = state.withLock { state -> (CheckedContinuation<[UInt8]?, Never>?, [UInt8]) in
            guard let reader = state.reader else { return (nil, []) }
            guard let piece = read() else {
                wait()
                return (nil, [])
            }
            state.reader = nil
            if piece.isEmpty { finish(&state) }
            return (reader, piece)
        }
        reader?.resume(returning: piece.isEmpty ? nil : piece)
    }

    /// What is there: `nil` when there is nothing yet, empty at the end.
    private func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = SystemCall.repeated { SystemCall.result(Glibc.read(descriptor, &buffer, buffer.count)) }
        if count == -Int(EAGAIN) { return nil }
        return count > 0 ? Array(buffer[..<count]) : []
    }

    private func finish(_ state: inout State) {
        guard !state.isOver else { return }
        state.isOver = true
        Readiness.shared.forget(descriptor)
        Glibc.close(descriptor)
    }
}
