import CMnl
import Glibc
import Shared

/// A netlink socket of libmnl, closed at the end of its life. For one thread at a time.
struct NetlinkSocket: ~Copyable {
    /// No message of the kernel is longer, and the kernel fills large buffers with more of a list at once.
    private static let bufferBytes = 32 << 10
    /// Answers come at once; this guards against a lost one.
    private static let answerSeconds = 2

    private let handle: OpaquePointer
    /// What is asked for, in error texts.
    private let what: String

    /// - Parameters:
    ///   - bus: `NETLINK_ROUTE`, `NETLINK_GENERIC`.
    ///   - groups: Bits of the multicast groups to hear; the socket then never waits.
    ///   - what: What is asked for, in error texts: `network interfaces`.
    ///   - receiveBufferBytes: Only a wish.
    init(
        _ bus: Int32,
        groups: UInt32 = 0,
        what: String,
        receiveBufferBytes: Int32? = nil
    ) throws(NetworkLinksError) {
        let waiting = groups == 0 ? 0 : Int32(SOCK_NONBLOCK.rawValue)
        guard let handle = mnl_socket_open2(bus, Int32(SOCK_CLOEXEC.rawValue) | waiting) else {
            throw Self.error(what, errno)
        }
        let descriptor = mnl_socket_get_fd(handle)
        if var bytes = receiveBufferBytes {
            _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
        }
        var wait = timeval(tv_sec: Self.answerSeconds, tv_usec: 0)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
        guard mnl_socket_bind(handle, groups, MNL_SOCKET_AUTOPID) >= 0 else {
            let code = errno
            mnl_socket_close(handle)
            throw Self.error(what, code)
        }
        self.handle = handle
        self.what = what
    }

    deinit {
        mnl_socket_close(handle)
    }

    var descriptor: Int32 { mnl_socket_get_fd(handle) }

    /// Lets the kernel look closely at requests and list only what they ask for; before 4.20 it lists all.
    func beStrict() {
        var isOn: Int32 = 1
        _ = mnl_socket_setsockopt(handle, Int32(NETLINK_GET_STRICT_CHK), &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Asks for a list and hands on each answer.
    ///
    /// - Returns: Whether the list is whole; it is not when something changed while it was made.
    func list(_ request: NetlinkRequest, _ receive: (NetlinkMessage) -> Void) throws(NetworkLinksError) -> Bool {
        let sent = request.withBytes { mnl_socket_sendto(handle, $0.baseAddress, $0.count) }
        guard sent >= 0 else { throw Self.error(what, errno) }
        var isWhole = true
        var end: Int32?
        while end == nil {
            let received = self.receive { header, payload in
                guard header.nlmsg_seq == NetlinkRequest.sequence, end == nil else { return }
                if Int32(header.nlmsg_flags) & NLM_F_DUMP_INTR != 0 { isWhole = false }
                switch Int32(header.nlmsg_type) {
                // Both begin with 0 or a negative errno.
                case NLMSG_DONE, NLMSG_ERROR: end = payload.value(Int32.self) ?? 0
                default: receive(NetlinkMessage(type: header.nlmsg_type, payload: payload))
                }
            }
            if received != 0, received != EINTR { throw Self.error(what, received == EAGAIN ? ETIMEDOUT : received) }
        }
        if let end, end < 0 { throw Self.error(what, -end) }
        return isWhole
    }

    /// Receives once and hands on each message.
    ///
    /// - Returns: 0 or `errno`.
    func receive(_ body: (nlmsghdr, _ payload: UnsafeRawBufferPointer) -> Void) -> Int32 {
        withUnsafeTemporaryAllocation(byteCount: Self.bufferBytes, alignment: 16) { buffer in
            let count = mnl_socket_recvfrom(handle, buffer.baseAddress, buffer.count)
            guard count >= 0 else { return errno }
            var rest = Int32(count)
            var next = UnsafePointer(buffer.baseAddress?.assumingMemoryBound(to: nlmsghdr.self))
            while let message = next, mnl_nlmsg_ok(message, rest) {
                let payload = UnsafeRawBufferPointer(
                    start: mnl_nlmsg_get_payload(message),
                    count: mnl_nlmsg_get_payload_len(message)
                )
                body(message.pointee, payload)
                next = UnsafePointer(mnl_nlmsg_next(message, &rest))
            }
            return 0
        }
    }

    /// A sandbox without `AF_NETLINK`, and a kernel without a protocol, have none.
    private static func error(_ what: String, _ code: Int32) -> NetworkLinksError {
        [EAFNOSUPPORT, EPROTONOSUPPORT].contains(code) ? .absent : .failed(what, code: code)
    }
}
