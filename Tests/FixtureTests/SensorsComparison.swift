import SensorSDK
import Shared
import TestSupport

@testable import Thermal

/// Compares the thermal family with `sensors -j` of lm-sensors, both over one machine under umockdev.
enum SensorsComparison {
    /// What the two say otherwise, for all that the family offers in some form: values, limits, alarms.
    static func differences(_ fixture: FixtureCase) async throws -> [String] {
        let door = try MockedDoor.of(fixture)
        let list = ChipList(context: .test())
        // umockdev can't fail a read.
        door.fail(false)
        var differences: [String] = []
        try await FixtureWalk.observe(fixture, door) { seen in
            let command = ["sensors"] + (door.configuration.map { ["-c", $0] } ?? []) + ["-j"]
            let output = try await ChildProgram.run(command)
            guard output.status == 0 else { throw ChildProgram.Failure(description: output.standardError) }
            differences += ToolValues.differences(
                theirs: theirs(output.standardOutput),
                ours: ours(try list.chips(), seen),
                tolerance: { _ in 0.0005 }
            ).map { fixture.sampleCount > 1 ? "sample \(seen.sample), \($0)" : $0 }
        }
        return differences
    }

    private static func ours(_ chips: [Chip], _ seen: FixtureObservation) -> ToolValues {
        var values = ToolValues()
        var counts: [String: Int] = [:]
        for chip in chips {
            let name = counted(chip.monitor.printedName, &counts)
            for reading in chip.readings {
                // What has no valid id was never offered.
                guard let id = try? chip.id(reading), let found = seen.reading(id) else { continue }
                values.add("\(name) \(reading.word)", found.outcome.toolText)
                for (limit, value) in found.attributes {
                    values.add("\(name) \(reading.word)_\(limit)", Reading.Outcome.value(value).toolText)
                }
            }
        }
        return values
    }

    /// By lines, since `sensors -j` prints one key twice where two chips have one name.
    private static func theirs(_ json: String) -> ToolValues {
        var values = ToolValues()
        var counts: [String: Int] = [:]
        var chip = ""
        var alarms: [String: Double] = [:]
        for line in json.split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count
            let parts = line.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if depth == 3, parts[2].hasSuffix("{") { chip = counted(String(parts[1]), &counts) }
            guard depth == 9, let number = Double(parts[2].filter { $0.isNumber || $0 == "." || $0 == "-" }),
                let cut = parts[1].firstIndex(of: "_")
            else { continue }
            let feature = "\(chip) \(parts[1][..<cut])"
            let word = parts[1][parts[1].index(after: cut)...]
            switch word {
            case "input", "average": values.add(feature, "\(number)")
            case "alarm" where feature.contains(" intrusion"): values.add(feature, number == 0 ? "off" : "on")
            case _ where word.hasSuffix("alarm"): alarms[feature] = max(alarms[feature] ?? 0, number)
            case _ where limits.contains(String(word)): values.add("\(feature)_\(word)", "\(number)")
            // Settings, and the least and most so far, are nothing that the family offers.
            default: continue
            }
        }
        for (feature, raised) in alarms { values.add("\(feature)_alarm", raised == 0 ? "off" : "on") }
        return values
    }

    private static let limits = ["max", "min", "crit", "lcrit", "emergency"].flatMap { [$0, "\($0)_hyst"] }

    private static func counted(_ name: String, _ counts: inout [String: Int]) -> String {
        counts[name, default: 0] += 1
        let count = counts[name] ?? 1
        return count == 1 ? name : "\(name)#\(count)"
    }
}

extension Reading.Outcome {
    /// As another program could write it.
    var toolText: String {
        switch self {
        case .value(.number(let number)): "\(number)"
        case .value(.integer(let number)): "\(number)"
        case .value(.flag(let flag)): flag ? "on" : "off"
        case .value(.text(let text)): text
        case .value(.time(let time)): "\(time)"
        case .unavailable(let reason): reason.rawValue
        }
    }
}
