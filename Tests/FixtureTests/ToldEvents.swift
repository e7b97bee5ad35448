import SensorSDK
import Shared

@testable import DeviceEvents

/// The events that a family told, each with the device that it is about: events carry no path on purpose, so it is found
/// by time, category and name.
struct ToldEvents {
    struct Told {
        var event: DeviceEvent
        /// The kernel's path, as it was called last; `nil` for an event out of nowhere.
        var device: String?
        /// As it was called then.
        var place: String?
    }

    private(set) var events: [Told] = []
    private let categories: [DeviceCategory]
    /// Where a device went that was moved.
    private var moves: [String: String] = [:]
    /// Devices that were there at the start or told as added, and not as removed since.
    private var present: Set<String>
    /// What the devices of a path may be called, by category.
    private var names: [(category: String, path: String, name: String)] = []

    /// - Parameter notices: When which one was given.
    init(
        _ told: [DeviceEvent],
        _ notices: [Duration: DeviceNotice],
        _ input: FixtureEvents,
        _ categories: [DeviceCategory]
    ) {
        self.categories = categories
        present = Set(input.enumerated.map(\.path))
        for device in input.enumerated + (input.enumeratedLater ?? []) { learn(device) }
        for case .happened(let action, let device) in input.events.map(\.notice) {
            learn(device)
            guard action == "move", let old = device.properties["DEVPATH_OLD"] else { continue }
            moves[old] = device.path
            // It keeps the names that it had.
            for known in names where known.path == old { names.append((known.category, device.path, known.name)) }
        }
        for event in told {
            let device = device(of: event, notices[event.time.boot])
            switch event.action {
            case .added: device.map { _ = present.insert($0) }
            case .removed: device.map { _ = present.remove($0) }
            case .changed: break
            }
            events.append(Told(event: event, device: device.map(last), place: device))
        }
    }

    /// - Parameter notice: What udev said at that very moment.
    private func device(of event: DeviceEvent, _ notice: DeviceNotice?) -> String? {
        if case .happened(_, let device)? = notice { return device.path }
        let called = names.filter { $0.category == event.sensor.thing && $0.name == event.name }.map(\.path)
        // Of two of one name that which was not told yet.
        return called.first { present.contains($0) == (event.action != .added) } ?? called.first
    }

    private mutating func learn(_ device: Device) {
        for category in categories where category.includes(device) {
            names.append((category.word, device.path, KnownDevice(device, noun: category.noun).name))
        }
    }

    /// The last path of a device that had this one.
    func last(_ path: String) -> String {
        var path = path
        var steps = 0
        while let next = moves[path], steps < moves.count {
            path = next
            steps += 1
        }
        return path
    }
}
