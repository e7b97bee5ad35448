import FoundationEssentials
import SensorSDK

/// What Home Assistant permits, from `Tests/Fixtures/vocabulary.json`: made from the server's own lists.
struct VocabularyTable: Decodable {
    struct Rule: Decodable {
        /// `nil`: any text.
        let units: [String]?
        let unitRequired: Bool
        let stateClasses: [String]

        private enum CodingKeys: String, CodingKey {
            case units
            case unitRequired = "unit_required"
            case stateClasses = "state_classes"
        }

        func permits(_ unit: Unit?, _ stateClass: StateClass?) -> Bool {
            if let stateClass, !stateClasses.contains(stateClass.rawValue) { return false }
            guard let unit else { return !unitRequired }
            return units?.contains(unit.rawValue) ?? true
        }
    }

    let sensor: [String: Rule]
    let binarySensor: [String]

    private enum CodingKeys: String, CodingKey {
        case sensor
        case binarySensor = "binary_sensor"
    }

    static func load() throws -> VocabularyTable {
        let here = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        let path = here.dropLast(2).joined(separator: "/") + "/Fixtures/vocabulary.json"
        return try JSONDecoder().decode(VocabularyTable.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Every unit of the table, one that none has, and none.
    var candidates: [Unit?] {
        let units = Set(sensor.values.flatMap { $0.units ?? [] }).sorted()
        return units.map { Unit(rawValue: $0) } + [Unit(rawValue: "furlong"), nil]
    }
}
