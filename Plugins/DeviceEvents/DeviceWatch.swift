import SensorSDK
import Shared

/// Follows the devices of some categories and tells what happens to them.
actor DeviceWatch {
    /// What happened last in a category.
    struct LastEvent: Sendable, Hashable {
        var action: DeviceEvent.Action
        var device: KnownDevice
        var time: Instant
    }

    private let categories: [DeviceCategory]
    /// To be read again whenever something happens to a USB device.
    private let presences: Set<SensorID>
    private let continuation: AsyncStream<ProviderChange>.Continuation
    private var ledger: DeviceLedger
    private var lastEvents: [DeviceCategory: LastEvent] = [:]
    private var isOver = false
    private var isDropping = false

    /// - Parameters:
    ///   - presences: The sensors of the devices that their owner named.
    ///   - ledger: Holds what was there when the monitor was in place.
    init(
        _ categories: [DeviceCategory],
        presences: Set<SensorID>,
        ledger: DeviceLedger,
        telling continuation: AsyncStream<ProviderChange>.Continuation
    ) {
        self.categories = categories
        self.presences = presences
        self.ledger = ledger
        self.continuation = continuation
    }

    func lastEvent(_ category: DeviceCategory) -> LastEvent? {
        lastEvents[category]
    }

    /// How many devices are there; `nil` when nobody follows them.
    func count(_ category: DeviceCategory) -> Int? {
        isOver ? nil : ledger.count(category)
    }

    /// How many devices have changed and are to be told of a little later.
    var heldCount: Int { ledger.heldCount }

    /// Follows the notices to their end.
    func run(_ notices: AsyncStream<DeviceNotice>) async {
        let clock = Current.clock
        await withDiscardingTaskGroup { group in
            for await notice in notices {
                for (path, wait) in handle(notice) {
                    group.addTask {
                        var next: Duration? = wait
                        // A sleep that fails was cancelled: nobody listens any more.
                        while let wait = next, (try? await clock.sleep(for: wait)) != nil {
                            next = await self.release(path)
                        }
                    }
                }
            }
        }
        isOver = true
        continuation.finish()
    }

    /// - Returns: The paths that are to be released after a while.
    private func handle(_ notice: DeviceNotice) -> [(path: String, wait: Duration)] {
        let time = Current.instant
        var held: [(path: String, wait: Duration)] = []
        for category in categories {
            var step = DeviceLedger.Step()
            switch notice {
            case .happened(let action, let device):
                guard category.includes(device) else { continue }
                step = ledger.happened(action, device, category, at: time.boot)
            case .overrun:
                // When udev can't be asked now, what it says next is still right.
                guard let devices = try? Current.deviceEvents.devices(category.filter) else { continue }
                step = ledger.list(devices, category, at: time.boot)
            }
            tell(step.reports, at: time)
            // What is not told yet may have changed who is there.
            if step.reports.isEmpty, category == .usb, !presences.isEmpty { yield(.readAgain(presences)) }
            held += step.held
        }
        return held
    }

    /// - Returns: How long to wait on, where it was too early.
    private func release(_ path: String) -> Duration? {
        let time = Current.instant
        let step = ledger.release(path, at: time.boot)
        tell(step.reports, at: time)
        // What was held and then undone may have been counted meanwhile.
        if step.reports.isEmpty, step.held.isEmpty { yield(.readAgain(nil)) }
        return step.held.first?.wait
    }

    private func tell(_ reports: [DeviceLedger.Report], at time: Instant) {
        for report in reports {
            lastEvents[report.category] = LastEvent(action: report.action, device: report.device, time: time)
            // Each category's word is fit for an id.
            guard let sensor = try? report.category.id(.lastEvent), let count = try? report.category.id(.count) else {
                continue
            }
            let event = DeviceEvent(
                id: Self.randomID(),
                sensor: sensor,
                action: report.action,
                name: report.device.name,
                vendor: report.device.vendor,
                model: report.device.model,
                time: time
            )
            yield(.happened(event))
            yield(.readAgain((report.category == .usb ? presences : []).union([sensor, count])))
        }
    }

    private func yield(_ change: ProviderChange) {
        switch continuation.yield(change) {
        case .dropped:
            if !isDropping { Log.warning("too many device events at once, some are lost") }
            isDropping = true
        default: isDropping = false
        }
    }

    private static func randomID() -> String {
        let alphabet = Array("0123456789abcdef")
        return String(Current.randomBytes(16).flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] })
    }
}
