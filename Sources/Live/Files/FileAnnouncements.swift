import CLinux
import Dispatch
import Glibc
import Shared

/// Waits until a kernel file says that it has changed (`POLLPRI`).
///
/// On a thread of its own: the mount table says so once, to whoever polls it first, so it can't be handed to a queue that
/// polls it twice before it wakes anybody.
enum FileAnnouncements {
    /// - Parameter file: Stays open until nobody reads the stream any more.
    static func stream(of file: consuming FileDescriptor, _ path: String) throws(FileError) -> AsyncStream<Void> {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw FileError(path: path, code: errno) }
        let (reader, writer) = (ends[0], ends[1])
        let watched = file.released()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in close(writer) }
        DispatchQueue(label: "announcements").async {
            wait(for: watched, until: reader) { continuation.yield() }
            close(watched)
            close(reader)
        }
        return stream
    }

    /// Calls `announce` with each announcement, until the other end of a pipe is closed.
    private static func wait(for watched: Int32, until reader: Int32, announce: () -> Void) {
        var polled = [
            pollfd(fd: watched, events: Int16(POLLPRI), revents: 0), pollfd(fd: reader, events: 0, revents: 0),
        ]
        while true {
            guard poll(&polled, nfds_t(polled.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return
            }
            guard polled[1].revents == 0, polled[0].revents & Int16(POLLNVAL) == 0 else { return }
            if polled[0].revents != 0 { announce() }
        }
    }
}
