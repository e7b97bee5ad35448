import SensorSDK
import TestSupport

/// What a case demands of ids, over all of its samples.
struct FixtureIdentity {
    private(set) var complaints: [String] = []
    private let fixture: FixtureCase
    private let seen: [FixtureObservation]

    init(_ fixture: FixtureCase, _ seen: [FixtureObservation]) {
        self.fixture = fixture
        self.seen = seen
        for title in fixture.sameIDAcrossSamples ?? [] { checkSame([title]) }
        for titles in fixture.sameIDPairs ?? [] { checkSame(titles) }
        for title in fixture.exactlyOnePer ?? [] { checkOne(title) }
        if fixture.distinctIDs == true { checkDistinct() }
        checkPattern()
    }

    /// The ids that the words meant, of those that were really offered.
    private func ids(_ title: String) -> Set<SensorID> {
        guard let (target, sample) = fixture.target(of: title) else { return [] }
        return Set(
            seen.filter { $0.sample == sample ?? $0.sample }.compactMap { sample in
                sample.ids[target].flatMap { sample.sensors[$0] == nil ? nil : $0 }
            }
        )
    }

    private mutating func checkSame(_ titles: [String]) {
        var all: Set<SensorID> = []
        for title in titles {
            let ids = ids(title)
            if ids.isEmpty { complaints.append("\(title) has no id") }
            all.formUnion(ids)
        }
        if all.count > 1 {
            complaints.append("\(titles.joined(separator: " and ")) must be one id, and are \(all.sorted())")
        }
    }

    private mutating func checkOne(_ title: String) {
        guard let id = ids(title).first else {
            complaints.append("\(title) is offered by nobody")
            return
        }
        for sample in seen {
            guard let sensor = sample.listed.first(where: { $0.id == id }) else { continue }
            // A second one for the same thing would get the end of its id behind the name.
            let same = sample.listed.filter { other in
                let rest = other.device.dropFirst(sensor.device.count + 1)
                let isTwin = other.device.hasPrefix("\(sensor.device) ") && other.id.thing.hasSuffix(rest)
                return other.id.reading == id.reading && (other.device == sensor.device || isTwin)
            }
            if same.count != 1 {
                complaints.append("sample \(sample.sample): \(title) is offered as \(same.map(\.id))")
            }
        }
    }

    private mutating func checkDistinct() {
        for sample in seen {
            let wanted = Set(fixture.expect.filter { ($0.sample ?? sample.sample) == sample.sample }.map(\.target))
            let targets = sample.ids.filter { wanted.contains($0.key) && sample.sensors[$0.value] != nil }
            for (id, twins) in Dictionary(grouping: targets.keys, by: { targets[$0] }) where twins.count > 1 {
                complaints.append("\(twins) share the id \(id.map { "\($0)" } ?? "?")")
            }
        }
    }

    private mutating func checkPattern() {
        let patterns: [(ids: Set<SensorID>, pattern: String)]
        switch fixture.idPattern {
        case nil: return
        case .all(let pattern)?: patterns = [(Set(seen.flatMap(\.sensors.keys)), pattern)]
        case .some(let some)?: patterns = some.map { (ids($0), $1) }
        }
        for (ids, pattern) in patterns {
            if ids.isEmpty { complaints.append("no id is there to match \(pattern)") }
            for id in ids.sorted() {
                do {
                    if try FixtureIDPattern.matches(id, pattern) { continue }
                    complaints.append("the id \(id) does not match \(pattern)")
                } catch {
                    complaints.append("\(pattern) is no regular expression: \(error)")
                }
            }
        }
    }
}
