import FoundationEssentials
import SensorSDK

extension Home {
    /// The icon of whoever does not say which.
    private static let defaultIcon = JSONValue.text("mdi:cellphone")

    /// - Returns: Whether the description was taken; a server gives no reason.
    mutating func registerSensor(_ data: JSONValue, of machine: Int) -> Bool {
        guard let fields = data.object, let kind = fields["type"]?.text.flatMap(SensorKind.init(rawValue:)),
            let id = fields["unique_id"]?.asText, let name = fields["name"]?.asText,
            isTaken(fields, kind)
        else { return false }
        let known = machines[machine].index(of: id, kind)
        var entity = known.map { machines[machine].entities[$0] } ?? Entity(id: id, kind: kind, name: name)

        if let value = fields["device_class"] { entity.deviceClass = value.text?.lowercased() }
        if let value = fields["unit_of_measurement"] { entity.unit = value.asText }
        if let value = fields["entity_category"] { entity.category = value.text }
        if let value = fields["state_class"] { entity.stateClass = value.text }
        if case .flag(let isDisabled) = fields["disabled"] { entity.isDisabled = isDisabled }
        entity.icon = (fields["icon"] ?? Self.defaultIcon).text
        if !entity.isDisabled {
            entity.show(fields["state"] ?? .null, attributes: fields["attributes"]?.object ?? [:])
        }

        if let known {
            machines[machine].entities[known] = entity
        } else {
            machines[machine].entities.append(entity)
        }
        return true
    }

    /// - Returns: `nil` when one item spoils all of them.
    mutating func updateSensors(_ items: [JSONValue], of machine: Int, at time: Date) -> [String: JSONValue]? {
        for item in items {
            guard item["unique_id"]?.asText != nil, item["type"]?.text.flatMap(SensorKind.init(rawValue:)) != nil
            else { return nil }
        }
        var answer: [String: JSONValue] = [:]
        for item in items {
            guard let fields = item.object, let id = fields["unique_id"]?.asText,
                let kind = fields["type"]?.text.flatMap(SensorKind.init(rawValue:))
            else { continue }
            answer[id] = update(id, kind, fields, of: machine, at: time)
        }
        return answer
    }

    private mutating func update(
        _ id: String,
        _ kind: SensorKind,
        _ fields: [String: JSONValue],
        of machine: Int,
        at time: Date
    ) -> JSONValue {
        guard let index = machines[machine].index(of: id, kind) else {
            return .failure("not_registered", "sensor \(id) is not registered")
        }
        let allowed: Set = ["type", "unique_id", "state", "icon", "attributes"]
        if let extra = Set(fields.keys).subtracting(allowed).min() {
            return .failure("invalid_format", "extra keys not allowed @ data['\(extra)']")
        }
        guard let state = fields["state"] else {
            return .failure("invalid_format", "required key not provided @ data['state']")
        }
        guard state.isScalar else { return .failure("invalid_format", "invalid state @ data['state']") }
        let icon = fields["icon"] ?? Self.defaultIcon
        guard icon.isIcon else { return .failure("invalid_format", "icon must have a prefix @ data['icon']") }
        guard let attributes = (fields["attributes"] ?? [:]).object else {
            return .failure("invalid_format", "expected a dictionary @ data['attributes']")
        }
        if machines[machine].entities[index].isDisabled { return ["is_disabled": true, "success": true] }
        machines[machine].entities[index].icon = icon.text
        machines[machine].entities[index].show(state, attributes: attributes)
        machines[machine].entities[index].lastUpdate = time
        return ["success": true]
    }

    private func isTaken(_ fields: [String: JSONValue], _ kind: SensorKind) -> Bool {
        fields.allSatisfy { key, value in
            switch key {
            case "type", "unique_id", "name": true
            case "state": value.isScalar
            case "attributes": value.object != nil
            case "icon": value.isIcon
            case "unit_of_measurement": value == .null || value.asText != nil
            case "entity_category": value == .null || value == "diagnostic"
            case "disabled": value == true || value == false
            case "device_class": value == .null || isClass(value.text)
            // On a binary sensor even null is refused.
            case "state_class": kind == .sensor && (value == .null || isStateClass(value.text))
            default: false
            }
        }
    }

    private func isClass(_ word: String?) -> Bool {
        guard let known = word.flatMap({ DeviceClass(rawValue: $0.lowercased()) }) else { return false }
        return Vocabulary.isKnown(known, toServer: version)
    }

    private func isStateClass(_ word: String?) -> Bool {
        guard let known = word.flatMap(StateClass.init(rawValue:)) else { return false }
        return Vocabulary.isKnown(known, toServer: version)
    }
}

extension JSONValue {
    fileprivate static func failure(_ code: String, _ message: String) -> JSONValue {
        ["error": ["code": .text(code), "message": .text(message)], "success": false]
    }

    fileprivate var isScalar: Bool {
        switch self {
        case .list, .object: false
        default: true
        }
    }

    fileprivate var isIcon: Bool {
        self == .null || text?.split(separator: ":", omittingEmptySubsequences: false).count == 2
    }
}
