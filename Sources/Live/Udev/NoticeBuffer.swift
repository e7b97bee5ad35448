import Shared

/// The notices between a monitor and whoever reads its stream, at most 1024 of them.
///
/// The last free place is always given to ``DeviceNotice/overrun``. So whenever notices are dropped, an overrun that says
/// so stands behind all that the reader has not seen yet; once it was read there is room again. The price is an overrun
/// too many for a reader that was 1023 notices late and missed none.
struct NoticeBuffer: Sendable {
    static let capacity = 1024

    private let continuation: AsyncStream<DeviceNotice>.Continuation

    private init(_ continuation: AsyncStream<DeviceNotice>.Continuation) {
        self.continuation = continuation
    }

    /// The stream is not kept in the buffer: it would never be seen to be abandoned.
    static func makeStream() -> (stream: AsyncStream<DeviceNotice>, buffer: NoticeBuffer) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DeviceNotice.self,
            bufferingPolicy: .bufferingOldest(capacity)
        )
        return (stream, NoticeBuffer(continuation))
    }

    /// To be called by one thread at a time.
    func append(_ notice: DeviceNotice) {
        if case .enqueued(remaining: 1) = continuation.yield(notice) {
            continuation.yield(.overrun)
        }
    }

    /// When nobody reads the stream any more.
    func whenAbandoned(_ run: @escaping @Sendable () -> Void) {
        continuation.onTermination = { _ in run() }
    }
}
