import Shared

/// The demo's devices, after those of the machine below; a USB stick comes and goes every few seconds.
struct DemoDeviceEvents: DeviceEvents {
    private let parts: DemoParts
    private let base: (any DeviceEvents)?
    private let sinceBoot: @Sendable () -> Duration
    private let clock: any Clock<Duration>

    /// The demo's own devices come and go in any case.
    let hasDaemon = true

    init(
        parts: DemoParts,
        over base: (any DeviceEvents)?,
        sinceBoot: @escaping @Sendable () -> Duration,
        clock: any Clock<Duration>
    ) {
        self.parts = parts
        self.base = base
        self.sinceBoot = sinceBoot
        self.clock = clock
    }

    func devices(_ filter: DeviceFilter) throws(FileError) -> [Device] {
        // A machine where udev can't be asked still shows the demo's devices.
        let below = (try? base?.devices(filter)) ?? []
        let own = Device.demoDevices(parts) + DemoHappening.stickDevices(DemoMachine(at: sinceBoot()))
        return below + own.filter(filter.passes)
    }

    func notices(_ filters: [DeviceFilter]) -> AsyncStream<DeviceNotice> {
        let below = base?.notices(filters)
        let happenings = DemoHappening.all(parts).filter { happening in filters.contains { $0.passes(happening.device) }
        }
        let start = DemoMachine(at: sinceBoot()).milliseconds
        return AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
            let task = Task {
                await withTaskGroup(of: Void.self) { group in
                    if let below {
                        group.addTask {
                            for await notice in below { Self.give(notice, to: continuation) }
                        }
                    }
                    group.addTask {
                        await self.play(happenings, from: start, to: continuation)
                    }
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Gives each happening at its time, until the task is cancelled.
    private func play(
        _ happenings: [DemoHappening],
        from start: Int64,
        to continuation: AsyncStream<DeviceNotice>.Continuation
    ) async {
        var moment = start
        while true {
            let now = moment
            let coming = happenings.map { (time: $0.next(after: now), happening: $0) }
            guard let next = coming.min(by: { $0.time < $1.time }) else { return }
            let due: Duration = .milliseconds(next.time)
            while sinceBoot() < due {
                do {
                    try await clock.sleep(for: max(due - sinceBoot(), .milliseconds(1)))
                } catch {
                    return  // cancelled: nobody reads any more
                }
            }
            moment = next.time
            Self.give(.happened(action: next.happening.action, next.happening.device), to: continuation)
        }
    }

    private static func give(_ notice: DeviceNotice, to continuation: AsyncStream<DeviceNotice>.Continuation) {
        if case .dropped = continuation.yield(notice) { continuation.yield(.overrun) }
    }
}

extension DeviceFilter {
    fileprivate func passes(_ device: Device) -> Bool {
        device.subsystem == subsystem && (deviceType == nil || deviceType == device.deviceType)
    }
}
