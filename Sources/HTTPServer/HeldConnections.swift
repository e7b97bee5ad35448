import CMicroHTTPD
import Synchronization

/// The connections whose requests are never answered. Until they are let go the library can't stop.
final class HeldConnections: Sendable {
    private struct Connection: @unchecked Sendable {
        // Safe: libmicrohttpd allows resuming from any thread, and keeps a suspended connection until it is resumed.
        let pointer: OpaquePointer
    }

    private struct State {
        var isStopping = false
        var held: [Connection] = []
    }

    private let state = Mutex(State())

    /// Takes a connection out of the server's loop.
    ///
    /// - Returns: Whether it was; not once ``letGo()`` was called.
    func hold(_ connection: OpaquePointer) -> Bool {
        let connection = Connection(pointer: connection)
        // The lock covers the call, which does not call back, so that none is suspended behind the back of `letGo()`.
        return state.withLock { state in
            guard !state.isStopping else { return false }
            MHD_suspend_connection(connection.pointer)
            state.held.append(connection)
            return true
        }
    }

    /// Gives every connection back to the loop, which drops it.
    func letGo() {
        state.withLock { state in
            state.isStopping = true
            for connection in state.held { MHD_resume_connection(connection.pointer) }
            state.held = []
        }
    }
}
