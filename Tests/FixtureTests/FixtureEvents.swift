import FoundationEssentials
import Shared
import TestSupport

/// The udev events and devices of a case.
struct FixtureEvents {
    struct Event {
        var milliseconds: Double
        var notice: DeviceNotice
    }

    /// In the order in which udev tells them.
    let events: [Event]
    /// What is there at the start.
    let enumerated: [Device]
    /// What is there later, where the case says so.
    let enumeratedLater: [Device]?

    init(_ fixture: FixtureCase) throws {
        events = try Self.entries(fixture, .events)?.compactMap { try Self.event($0, fixture.id) } ?? []
        enumerated = try Self.devices(fixture, .devicesAtStart) ?? []
        enumeratedLater = try Self.devices(fixture, .devicesLater)
    }

    /// - Returns: `nil` for what a monitor of source "udev" never hears of.
    private static func event(_ entry: [String: FixtureValue], _ id: String) throws -> Event? {
        guard case .number(let time)? = entry["t_ms"] else {
            throw FixtureCase.Failure(description: "\(id): an event without t_ms")
        }
        if case .text(let code)? = entry["errno"] {
            switch code {
            case "ENOBUFS": return Event(milliseconds: time, notice: .overrun)
            case "EAGAIN", "EINTR": return nil
            default: throw FixtureCase.Failure(description: "\(id): a monitor does not fail with \(code)")
            }
        }
        let properties = properties(entry)
        guard let action = properties["ACTION"] else {
            throw FixtureCase.Failure(description: "\(id): an event without ACTION")
        }
        switch entry["source"] {
        case nil, .text("udev")?: break
        case .text("kernel")?: return nil
        case let source?: throw FixtureCase.Failure(description: "\(id): unknown source \(source)")
        }
        return Event(milliseconds: time, notice: .happened(action: action, device(properties)))
    }

    private static func devices(_ fixture: FixtureCase, _ input: FixtureInput) throws -> [Device]? {
        try entries(fixture, input)?.map { device(properties($0)) }
    }

    private static func entries(_ fixture: FixtureCase, _ input: FixtureInput) throws -> [[String: FixtureValue]]? {
        guard let json = try fixture.input(input, sample: 0) else { return nil }
        return try JSONDecoder().decode([[String: FixtureValue]].self, from: FixtureJSON.repaired(Data(json)))
    }

    private static func properties(_ entry: [String: FixtureValue]) -> [String: String] {
        var result: [String: String] = [:]
        for (key, value) in entry where key != "t_ms" && key != "source" {
            switch value {
            case .text(let text): result[key] = text
            case .number(let number): result[key] = "\(Int(number))"
            case .flag(let flag): result[key] = flag ? "1" : "0"
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
