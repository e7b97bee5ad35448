import Glibc
import SensorSDK
import Shared

/// Which sensors a word on the command line stands for: an id, a family, or a glob.
struct PatternMatcher {
    /// How a sensor was named.
    enum Match {
        /// By its whole id.
        case exactly
        /// By a family or a glob.
        case among
    }

    let sensors: [Sensor]
    /// Words that stand for a family, whether it has sensors here or not.
    let families: [String]
    /// Ids that sensors had in earlier versions, with those that they have now.
    var aliases: [SensorID: SensorID] = [:]

    /// Every sensor that the patterns stand for, each with the strongest way in which it was named.
    ///
    /// - Throws: ``ControlFailure`` with ``ExitCode/usage`` for a pattern that matches nothing; it names what is near.
    func match(_ patterns: [String]) throws(ControlFailure) -> [(sensor: Sensor, match: Match)] {
        let (found, complaints) = matchSome(patterns)
        if let complaint = complaints.first { throw ControlFailure(.usage, complaint) }
        return found
    }

    /// The same, with what is to be said about patterns that match nothing.
    ///
    /// - Throws: ``ControlFailure`` when none matches anything.
    func matchAny(
        _ patterns: [String]
    ) throws(ControlFailure) -> (found: [(sensor: Sensor, match: Match)], complaints: [String]) {
        let (found, complaints) = matchSome(patterns)
        if found.isEmpty, let complaint = complaints.first { throw ControlFailure(.usage, complaint) }
        return (found, complaints)
    }

    private func matchSome(_ patterns: [String]) -> (found: [(sensor: Sensor, match: Match)], complaints: [String]) {
        var found: [SensorID: (Sensor, Match)] = [:]
        var complaints: [String] = []
        for named in patterns {
            let (meant, match) = meaning(of: named)
            if meant.isEmpty { complaints.append(complaint(about: named, isFirst: complaints.isEmpty)) }
            for sensor in meant where match == .exactly || found[sensor.id] == nil {
                found[sensor.id] = (sensor, match)
            }
        }
        return (found.values.sorted { $0.0.id < $1.0.id }.map { (sensor: $0.0, match: $0.1) }, complaints)
    }

    /// Those that stand for nothing.
    func strange(_ patterns: [String]) -> [String] { patterns.filter { meaning(of: $0).sensors.isEmpty } }

    private func meaning(of named: String) -> (sensors: [Sensor], match: Match) {
        let pattern = current(named)
        if let sensor = sensor(pattern) { return ([sensor], .exactly) }
        return (sensors.filter { isMatch($0.id, pattern) }, .among)
    }

    /// A former id stands for the sensor that has another one now.
    func current(_ pattern: String) -> String {
        guard !aliases.isEmpty, let former = try? SensorID(pattern), let id = aliases[former] else { return pattern }
        return id.description
    }

    /// The sensor whose whole id this is; such a word stands for nothing else.
    private func sensor(_ pattern: String) -> Sensor? {
        // What is no id is a family or a glob.
        guard let id = try? SensorID(pattern) else { return nil }
        return sensors.first { $0.id == id }
    }

    private func isMatch(_ id: SensorID, _ pattern: String) -> Bool {
        pattern == id.family || fnmatch(pattern, id.description, 0) == 0
    }

    /// - Parameter isFirst: Whether to look for what is near, which takes its time.
    private func complaint(about pattern: String, isFirst: Bool) -> String {
        let shown = pattern.printable(limit: 130)
        if families.contains(pattern) {
            return
                "this machine has no sensor of the family \(shown); 'agent sensors' lists what it has"
        }
        let near = (isFirst ? sensors : []).map(\.id.description)
            .map { (id: $0, distance: Self.distance($0, pattern)) }
            .filter { $0.distance <= max(3, pattern.count / 3) }
            .sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
            .prefix(3).map(\.id)
        if !near.isEmpty {
            return "no sensor '\(shown)'; did you mean \(near.joined(separator: ", "))?"
        }
        return "no sensor '\(shown)'; 'agent sensors' lists all of this machine"
    }

    /// Levenshtein's: how many letters must change.
    static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.prefix(130))
        var row = Array(0...right.count)
        for (i, letter) in left.prefix(130).enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for j in right.indices {
                let replaced = previous + (letter == right[j] ? 0 : 1)
                previous = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
