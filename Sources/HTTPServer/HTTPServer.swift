import CMicroHTTPD
import Glibc
import Synchronization

/// An HTTP/1.1 server on one address with one thread, over libmicrohttpd. It stops when it is released.
package final class HTTPServer: Sendable {
    private struct Running: @unchecked Sendable {
        // Safe: handed out once, to the one call of `stop()` that ends both.
        let daemon: OpaquePointer
        let loop: Unmanaged<RequestLoop>
    }

    private let running: Mutex<Running?>
    private let held = HeldConnections()

    /// Where it listens, with the port that it got.
    package let address: ListenAddress

    /// The port that it listens on.
    package var port: UInt16 { address.port }

    /// Listens at once.
    ///
    /// - Parameters:
    ///   - address: With port 0 it takes any free one.
    ///   - mostConnections: More have to wait until one of them ends.
    ///   - firstSeconds: Without a byte for so long, a connection ends of which no request was answered well (below 400, and
    ///     ``ServerResponse/earnsTrust``), so that nobody holds many of them by asking for nothing.
    ///   - longestBody: In bytes. A longer body of a request is read and thrown away, and `tooLong` answers.
    ///   - tls: Certificate and private key, both PEM. Without it the server speaks plain HTTP.
    ///   - handler: Answers one request after the other, on the server's thread; it must neither wait for others nor call
    ///     `stop()`.
    package init(
        address: ListenAddress = .anyPort,
        mostConnections: Int = 512,
        firstSeconds: UInt32 = 10,
        longestBody: Int = 16 << 20,
        tooLong: @escaping @Sendable () -> ServerResponse = { ServerResponse(status: 413) },
        tls: (certificate: String, key: String)? = nil,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(HTTPServerError) {
        let loop = Unmanaged.passRetained(
            RequestLoop(longestBody: longestBody, tooLong: tooLong, held: held, handler: handler)
        )
        var failure: Int32 = 0
        let daemon = mhd_start(
            address.host,
            address.port,
            UInt32(clamping: mostConnections),
            takeRequest,
            forgetRequest,
            countConnection,
            loop.toOpaque(),
            firstSeconds,
            tls?.key,
            tls?.certificate,
            &failure
        )
        guard let daemon else {
            loop.release()
            let reason =
                failure == 0 ? "libmicrohttpd takes neither port nor certificate" : String(cString: strerror(failure))
            throw .cannotListen(address: address, reason: reason)
        }
        self.address = ListenAddress(host: address.host, port: mhd_port(daemon))
        running = Mutex(Running(daemon: daemon, loop: loop))
    }

    deinit {
        stop()
    }

    /// Ends all connections, answered or not, and the thread. A second call does nothing.
    package func stop() {
        let last = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let last else { return }
        held.letGo()
        MHD_stop_daemon(last.daemon)
        last.loop.release()
    }
}

/// Called when the header of a request is complete, for each piece of its body, and when all is there.
private let takeRequest: MHD_AccessHandlerCallback = { context, connection, path, method, _, piece, pieceSize, state in
    guard let context, let connection, let path, let method, let pieceSize, let state else { return .NO }
    guard let request = state.pointee else {
        state.pointee = Unmanaged.passRetained(IncomingRequest()).toOpaque()
        return .YES
    }
    let bytes = UnsafeRawBufferPointer(start: piece, count: pieceSize.pointee)
    pieceSize.pointee = 0
    return Unmanaged<RequestLoop>.fromOpaque(context).takeUnretainedValue().proceed(
        Unmanaged<IncomingRequest>.fromOpaque(request).takeUnretainedValue(),
        on: connection,
        method: String(cString: method),
        path: String(cString: path),
        piece: bytes
    )
}

private let forgetRequest: MHD_RequestCompletedCallback = { _, _, state, _ in
    guard let request = state?.pointee else { return }
    Unmanaged<IncomingRequest>.fromOpaque(request).release()
    state?.pointee = nil
}

private let countConnection: MHD_NotifyConnectionCallback = { context, _, number, event in
    guard event == .CONNECTION_NOTIFY_STARTED, let context else { return }
    let loop = Unmanaged<RequestLoop>.fromOpaque(context).takeUnretainedValue()
    number?.pointee = UnsafeMutableRawPointer(bitPattern: UInt(loop.numberOfNextConnection()))
}
