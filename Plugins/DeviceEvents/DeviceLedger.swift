import SensorSDK
import Shared

/// Which devices are there, and which of that was told: turns what udev says into what is worth telling.
///
/// A device is told of at once, and then at most once a second; what happens meanwhile is held, and only what is different
/// in the end is told. So a storm of changes is a few reports, and a device that resets itself never ends as removed.
struct DeviceLedger: Sendable {
    /// Something to tell.
    struct Report: Sendable, Hashable {
        var category: DeviceCategory
        var action: DeviceEvent.Action
        var device: KnownDevice
    }

    private struct Entry {
        var category: DeviceCategory
        /// As it was told last; `nil` for a device that is not there.
        var told: KnownDevice?
        /// As it is.
        var current: KnownDevice?
        /// It changed since it was told.
        var hasNews = false
        var lastReport: Duration?
        /// Somebody will call ``release(_:at:)``.
        var isHeld = false

        /// What is different from what was told.
        var reports: [Report] {
            let report = { Report(category: category, action: $0, device: $1) }
            switch (told, current) {
            case (nil, nil): return []
            case (nil, let new?): return [report(.added, new)]
            case (let old?, nil): return [report(.removed, old)]
            case (let old?, let new?):
                if !old.isSame(as: new) { return [report(.removed, old), report(.added, new)] }
                return hasNews ? [report(.changed, new)] : []
            }
        }
    }

    /// What a step gives: reports, and paths that are to be released after a while.
    struct Step: Sendable {
        var reports: [Report] = []
        var held: [(path: String, wait: Duration)] = []
    }

    static let quiet = Duration.seconds(1)

    /// By the kernel's path.
    private var entries: [String: Entry] = [:]
    /// Categories whose devices were listed.
    private var listed: Set<DeviceCategory> = []

    /// How many of the category are there; `nil` before they were listed.
    func count(_ category: DeviceCategory) -> Int? {
        guard listed.contains(category) else { return nil }
        return entries.values.count { $0.category == category && $0.current != nil }
    }

    /// How many devices somebody will release.
    var heldCount: Int { entries.values.count { $0.isHeld } }

    /// Takes a list of all devices of a category. The first one tells nothing; a later one tells what differs.
    mutating func list(_ devices: [Device], _ category: DeviceCategory, at time: Duration) -> Step {
        let isFirst = listed.insert(category).inserted
        var present: [String: KnownDevice] = [:]
        for device in devices where category.includes(device) {
            present[device.path] = KnownDevice(device, noun: category.noun)
        }
        var step = Step()
        for (path, entry) in entries where entry.category == category && present[path] == nil {
            entries[path]?.current = nil
            settle(path, at: time, &step)
        }
        for (path, device) in present.sorted(by: { $0.key < $1.key }) {
            var entry = entries[path] ?? Entry(category: category)
            entry.current = device
            if isFirst, entry.told == nil { entry.told = device }
            entries[path] = entry
            settle(path, at: time, &step)
        }
        return step
    }

    /// Takes what udev says of one device.
    mutating func happened(_ action: String, _ device: Device, _ category: DeviceCategory, at time: Duration) -> Step {
        forget(at: time)
        let path = device.path
        let found = KnownDevice(device, noun: category.noun)
        switch action {
        case "add":
            entries[path, default: Entry(category: category)].current = found
        case "remove":
            entries[path]?.current = nil
        case "change":
            // One that nobody knew was there all the time.
            var entry = entries[path] ?? Entry(category: category, told: found)
            let before = entry.current ?? entry.told
            entry.current = found.isNamed ? found : before ?? found
            entry.hasNews = true
            entries[path] = entry
        case "move":
            let old = device.properties["DEVPATH_OLD"] ?? path
            var entry = entries.removeValue(forKey: old) ?? Entry(category: category, told: found, current: found)
            // Who was to release it looks for it at the old path.
            entry.isHeld = false
            entries[path] = entry
        default:
            // bind and words yet to come: the device is where it was, but may have got its names only now.
            guard found.isNamed, let entry = entries[path], entry.current?.isNamed == false else { return Step() }
            entries[path]?.current = found
            if entry.told != nil { entries[path]?.told = found }
            return Step()
        }
        var step = Step()
        settle(path, at: time, &step)
        return step
    }

    /// Tells what was held of a device.
    mutating func release(_ path: String, at time: Duration) -> Step {
        entries[path]?.isHeld = false
        var step = Step()
        settle(path, at: time, &step)
        return step
    }

    private mutating func settle(_ path: String, at time: Duration, _ step: inout Step) {
        guard var entry = entries[path] else { return }
        let reports = entry.reports
        guard !reports.isEmpty else { return }
        if let last = entry.lastReport, time < last + Self.quiet {
            if !entry.isHeld { step.held.append((path, last + Self.quiet - time)) }
            entry.isHeld = true
        } else {
            step.reports += reports
            entry.told = entry.current
            entry.hasNews = false
            entry.lastReport = time
        }
        entries[path] = entry
    }

    /// Drops devices that are gone, once nothing about them is held any more.
    private mutating func forget(at time: Duration) {
        entries = entries.filter { _, entry in
            entry.current != nil || entry.told != nil || entry.isHeld
                || entry.lastReport.map { time < $0 + Self.quiet } ?? false
        }
    }
}
