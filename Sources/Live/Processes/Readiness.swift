import CLinux
import Dispatch
import Glibc
import Synchronization

/// Tells, once, that a descriptor has something to be read or that its other end is closed.
///
/// For all that can be hung up: pipes, connected sockets, descriptors of processes. A source of libdispatch does not do for
/// them. On Linux it takes a descriptor that was hung up out of its set after it has told of that
/// (`_dispatch_event_merge_fd` in event_epoll.c), when it may have been closed and its number may be another's already, of
/// which nothing is ever heard again then.
final class Readiness: Sendable {
    private struct Wait {
        let number: UInt32
        let queue: DispatchQueue
        let handler: @Sendable () -> Void
    }

    private struct State {
        var waits: [Int32: Wait] = [:]
        var lastNumber: UInt32 = 0
    }

    static let shared = Readiness()

    private let epoll: Int32
    private let state = Mutex(State())

    private init() {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        precondition(epoll >= 0, "nothing can be waited for: \(String(cString: strerror(errno)))")
        DetachedThread.start { self.run() }
    }

    /// - Parameters:
    ///   - descriptor: Stays open until the handler was called or ``forget(_:)`` has returned. The last wait for it counts.
    ///   - handler: On `queue`, perhaps also when it was forgotten in between.
    func wait(for descriptor: Int32, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        state.withLock { state in
            _ = take(descriptor, from: &state)
            state.lastNumber &+= 1
            state.waits[descriptor] = Wait(number: state.lastNumber, queue: queue, handler: handler)
            var event = epoll_event()
            event.events = EPOLLIN.rawValue
            event.data.u64 = UInt64(state.lastNumber) << 32 | UInt64(UInt32(bitPattern: descriptor))
            let code = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
            precondition(code == 0, "a descriptor can't be waited for: \(String(cString: strerror(errno)))")
        }
    }

    /// To be called before a descriptor is closed.
    func forget(_ descriptor: Int32) {
        state.withLock { _ = take(descriptor, from: &$0) }
    }

    private func take(_ descriptor: Int32, from state: inout State) -> Wait? {
        guard let wait = state.waits.removeValue(forKey: descriptor) else { return nil }
        epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
        return wait
    }

    private func run() -> Never {
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while true {
            let count = epoll_wait(epoll, &events, Int32(events.count), -1)
            for event in events.prefix(max(0, Int(count))) {
                let (descriptor, number) = (Int32(truncatingIfNeeded: event.data.u64), event.data.u64 >> 32)
                let wait = state.withLock { state in
                    // It may be about one that was forgotten since.
                    state.waits[descriptor].map { UInt64($0.number) } == number ? take(descriptor, from: &state) : nil
                }
                if let wait { wait.queue.async(execute: wait.handler) }
            }
        }
    }
}
