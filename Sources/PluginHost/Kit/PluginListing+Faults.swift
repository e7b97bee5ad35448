import SensorSDK
import Shared

/// What of a message the host would throw away, in words for the plugin's author.
extension PluginListing {
    /// - Parameter watched: Ids as the plugin wrote them; `nil` when nothing is watched.
    func faults(of message: PluginMessage, watched: Set<String>?) -> [String] {
        func stranger(_ id: String) -> String? {
            let shown = id.printable(limit: 100)
            if ids[id] == nil { return "'\(shown)' is not in its list" }
            return watched?.contains(id) == true ? nil : "'\(shown)' is not watched"
        }
        switch message {
        case .readings(let items):
            return items.faults.map { $0.printable() }
                + items.items.compactMap { item in
                    stranger(item.id) ?? sensor(named: item.id).flatMap { item.fault(for: $0) }
                }
        case .readAgain(let ids?): return ids.compactMap(stranger)
        case .happened(let event): return [stranger(event.sensor)].compactMap(\.self)
        default: return []
        }
    }
}

extension PluginReading {
    /// Why it counts as malformed, or in part not at all; `nil` when all of it is taken.
    func fault(for sensor: Sensor) -> String? {
        if let misfit = misfit(for: sensor, naming: { "the value \(TalkText.text($0))" }) { return misfit }
        let shown = id.printable(limit: 100)
        let texts = [value?.value()].compactMap(\.self) + (attributes ?? [:]).values.compactMap { $0.value() }
        if texts.contains(where: \.isTooLong) {
            return "\(shown): a text of more than \(SensorValue.longestText) characters, the rest of which is cut off"
        }
        let undeclared = Set((attributes ?? [:]).keys).subtracting(sensor.attributes).sorted()
        return undeclared.isEmpty
            ? nil : "\(shown): attributes that are not in its list: \(undeclared.joined(separator: ", ").printable())"
    }
}

extension Sensor {
    /// What its values have to be, for people.
    var wish: String {
        if kind == .binarySensor { return "it takes true or false" }
        if deviceClass == .timestamp { return "it takes a time with its offset, such as \"2026-01-31T12:00:00Z\"" }
        if unit != nil || stateClass != nil { return "it takes a number, since it has a unit or a state class" }
        return "it takes a number, or a text of at most 255 characters"
    }
}
