// Sources are safe to use from any thread; the module does not say so.
@preconcurrency import Dispatch
import Glibc
import Shared
import Synchronization

/// A listening socket at which one host is let in at a time, and only of one user.
final class HostDoor: Sendable {
    enum Refusal: String, Error {
        case otherUser = "it does not run as the host's user"
        case taken = "a host is connected already"
    }

    private let descriptor: Int32
    private let user: UInt32
    private let isTaken = Mutex(false)
    private let hasToldRefusal = Mutex(false)

    /// - Parameter descriptor: Stays open; systemd's own end of it goes on anyway.
    init(_ descriptor: Int32, user: UInt32) {
        self.descriptor = descriptor
        self.user = user
    }

    /// Lets the next one in; to be called when the one before is gone.
    func reopen() {
        isTaken.withLock { $0 = false }
        hasToldRefusal.withLock { $0 = false }
    }

    /// Those that were let in, and why the first of the others were not; ends when the task that reads it is cancelled.
    func guests() -> AsyncStream<Result<LineSocket, Refusal>> {
        AsyncStream { continuation in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "door"))
            source.setEventHandler { @Sendable in
                let client = accept(self.descriptor, nil, nil)
                guard client >= 0 else {
                    // Out of descriptors: asking at once again would be a busy loop.
                    if errno == EMFILE || errno == ENFILE { usleep(200_000) }
                    return
                }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                let socket = LineSocket(client)
                guard let refusal = self.refusal(of: socket) else {
                    continuation.yield(.success(socket))
                    return
                }
                let isFirst = self.hasToldRefusal.withLock { hasTold in
                    defer { hasTold = true }
                    return !hasTold
                }
                if isFirst { continuation.yield(.failure(refusal)) }
                // Whoever tries again and again costs next to nothing.
                usleep(50_000)
            }
            source.setCancelHandler { @Sendable in withExtendedLifetime(self) {} }
            continuation.onTermination = { _ in source.cancel() }
            source.activate()
        }
    }

    private func refusal(of socket: LineSocket) -> Refusal? {
        guard let peer = socket.peer, peer.user == user else { return .otherUser }
        return isTaken.withLock { isTaken in
            defer { isTaken = true }
            return isTaken ? .taken : nil
        }
    }
}
