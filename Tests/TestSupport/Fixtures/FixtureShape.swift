/// Looks at a `case.json` for whatever this code does not know.
struct FixtureShape: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let complaints: [String]

    private static let caseKeys: Set = [
        "format", "id", "set", "provider", "shows", "derivation", "established", "note", "files", "expect", "samples",
        "sample_times_s", "sample_monotonic_s", "read_errors", "distinct_ids", "distinct_names",
        "same_id_across_samples", "same_id_pairs", "id_must_not_contain", "id_pattern", "must_not_contain",
        "must_not_statvfs", "exactly_one_per", "limits", "settle_ms", "categories", "max_reports_total", "order",
    ]
    private static let readingKeys: Set = [
        "device", "reading", "state", "unit", "tolerance", "unavailable", "not_listed", "accept", "optional", "sample",
        "enabled_by_user", "instance", "label", "attributes", "attributes_absent", "peripheral", "note",
    ]
    private static let eventKeys: Set = [
        "event", "device", "name", "accept_names", "count", "optional", "attributes", "attributes_absent", "note",
    ]
    private static let answerKeys: Set = ["state", "unit", "tolerance", "unavailable", "not_listed", "note"]
    private static let limitNames: Set = ["total_seconds"]

    init(from decoder: any Decoder) throws {
        let top = try decoder.container(keyedBy: Key.self)
        var complaints = Self.unknown(top, Self.caseKeys)
        if let format = try top.decodeIfPresent(Int.self, forKey: Key(stringValue: "format")), format != 1 {
            complaints.append("format \(format) is not known here")
        }
        if let limits = try top.decodeIfPresent([String: Double].self, forKey: Key(stringValue: "limits")) {
            complaints += Set(limits.keys).subtracting(Self.limitNames).sorted().map { "unknown limit '\($0)'" }
        }
        var list = try top.nestedUnkeyedContainer(forKey: Key(stringValue: "expect"))
        while !list.isAtEnd {
            let number = list.currentIndex
            complaints += try Self.complaints(
                about: list.nestedContainer(keyedBy: Key.self)
            ).map { "expectation \(number): \($0)" }
        }
        self.complaints = complaints
    }

    private static func complaints(about expectation: KeyedDecodingContainer<Key>) throws -> [String] {
        let keys = Set(expectation.allKeys.map(\.stringValue))
        if keys.contains("event") { return unknown(expectation, eventKeys) }
        var complaints = unknown(expectation, readingKeys)
        if keys.isDisjoint(with: ["device"]) || keys.isDisjoint(with: ["reading"]) {
            complaints.append("needs a device and a reading")
        }
        let answers = keys.intersection(["state", "unavailable", "not_listed"])
        if answers.count != 1 { complaints.append("needs one of state, unavailable, not_listed") }
        guard keys.contains("accept") else { return complaints }
        var accepted = try expectation.nestedUnkeyedContainer(forKey: Key(stringValue: "accept"))
        while !accepted.isAtEnd {
            complaints += unknown(try accepted.nestedContainer(keyedBy: Key.self), answerKeys)
        }
        return complaints
    }

    private static func unknown(_ object: KeyedDecodingContainer<Key>, _ known: Set<String>) -> [String] {
        Set(object.allKeys.map(\.stringValue)).subtracting(known).sorted().map { "unknown key '\($0)'" }
    }
}
