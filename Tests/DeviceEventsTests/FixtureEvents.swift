import FoundationEssentials
import Shared
import TestSupport

/// The udev events and devices of a case.
struct FixtureEvents {
    struct Event {
        var milliseconds: Double
        var notice: DeviceNotice
    }

    /// In order of time.
    let events: [Event]
    /// What is there at the start.
    let enumerated: [Device]
    /// What is there later, where the case says so.
    let enumeratedAfter: [Device]?

    init(_ fixture: FixtureCase) throws {
        events = try Self.entries(fixture, "events.json").map { entry in
            guard case .number(let time)? = entry["t_ms"] else { throw CocoaError(.propertyListReadCorrupt) }
            guard entry["errno"] == nil else { return Event(milliseconds: time, notice: .overrun) }
            let properties = Self.properties(entry)
            return Event(
                milliseconds: time,
                notice: .happened(action: properties["ACTION"] ?? "", Self.device(properties))
            )
        }
        .sorted { $0.milliseconds < $1.milliseconds }
        enumerated = try Self.devices(fixture, "enumerated.json") ?? []
        enumeratedAfter = try Self.devices(fixture, "enumerated_after.json")
    }

    private static func devices(_ fixture: FixtureCase, _ file: String) throws -> [Device]? {
        guard fixture.files.contains(file) else { return nil }
        return try entries(fixture, file).map { device(properties($0)) }
    }

    private static func entries(_ fixture: FixtureCase, _ file: String) throws -> [[String: FixtureValue]] {
        try JSONDecoder().decode([[String: FixtureValue]].self, from: Data(fixture.bytes(of: file)))
    }

    private static func properties(_ entry: [String: FixtureValue]) -> [String: String] {
        var result: [String: String] = [:]
        for (key, value) in entry where key != "t_ms" && key != "source" {
            switch value {
            case .text(let text): result[key] = text
            case .number(let number): result[key] = "\(Int(number))"
            case .flag: continue
            }
        }
        return result
    }

    private static func device(_ properties: [String: String]) -> Device {
        Device(
            path: properties["DEVPATH"] ?? "",
            subsystem: properties["SUBSYSTEM"] ?? "",
            deviceType: properties["DEVTYPE"],
            properties: properties
        )
    }
}
