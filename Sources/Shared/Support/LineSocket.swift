import Glibc

/// Lines over a connected Unix socket; calls block.
package final class LineSocket: Sendable {
    private let descriptor: Int32

    /// - Parameter descriptor: Closed together with this object.
    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    package var peer: SocketPeer? { SocketPeer(descriptor) }

    /// Fails every send that takes longer.
    package func limitSending(to seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Fails every send and every read that takes longer.
    package func limitWaiting(to seconds: Int) {
        limitSending(to: seconds)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Ends the stream of who sends nothing for longer.
    package func limitReceiving(to seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Waits until there is something to be read, or the other end hung up.
    package func isReadable(within seconds: Int) -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&state, 1, Int32(seconds * 1000))
            if count < 0, errno == EINTR { continue }
            return count != 0
        }
    }

    /// Gives the other end the end of the stream, and goes on reading.
    package func shutDownSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Wakes whoever reads, with the end of the stream.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// The next line without its end; `nil` at the end of the stream, after an error, or when the line is longer than `limit`.
    ///
    /// - Parameter rest: What was read beyond the line; hand in the same variable each time.
    package func line(limit: Int, rest: inout [UInt8]) -> [UInt8]? {
        var searched = 0
        while true {
            if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(rest[..<end])
                rest.removeSubrange(...end)
                return line
            }
            searched = rest.count
            guard rest.count <= limit else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            rest += buffer[..<count]
        }
    }

    /// Sends a line and its end.
    ///
    /// - Returns: Whether all of it was taken.
    package func send(_ line: [UInt8]) -> Bool {
        let bytes = line + [UInt8(ascii: "\n")]
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
