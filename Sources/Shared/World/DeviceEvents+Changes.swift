package import SensorSDK

extension DeviceEvents {
    /// What a provider noticed, made from udev's notices; the monitor is in place when this returns.
    ///
    /// Nothing is kept here: a slow reader leaves the notices where they are, which ends in ``DeviceNotice/overrun``.
    /// - Parameter changes: What a notice means for the provider; an empty list means nothing.
    package func changes(
        _ filters: [DeviceFilter],
        _ changes: @escaping @Sendable (DeviceNotice) -> [ProviderChange]
    ) -> AsyncStream<ProviderChange> {
        let reader = NoticeReader(notices(filters), changes)
        return AsyncStream { await reader.next() }
    }
}

/// Takes one notice after the other, only when somebody wants the next change.
private actor NoticeReader {
    private var notices: AsyncStream<DeviceNotice>.Iterator
    private let changes: @Sendable (DeviceNotice) -> [ProviderChange]
    private var waiting: [ProviderChange] = []

    init(_ notices: AsyncStream<DeviceNotice>, _ changes: @escaping @Sendable (DeviceNotice) -> [ProviderChange]) {
        self.notices = notices.makeAsyncIterator()
        self.changes = changes
    }

    func next() async -> ProviderChange? {
        while waiting.isEmpty {
            // The iterator has no state of its own: it is a handle to the stream.
            var iterator = notices
            guard let notice = await iterator.next(isolation: self) else { return nil }
            waiting += changes(notice)
        }
        return waiting.removeFirst()
    }
}
