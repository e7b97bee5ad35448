import FoundationEssentials
import SensorSDK
import Shared

/// What `get_config` tells; where the home is, which it also tells, is not read.
struct ClientConfig: Decodable, Sendable {
    private struct Entity: Decodable {
        var disabled: Bool?
    }

    let version: String
    let cloudhookURL: Secret?
    let remoteUIURL: String?
    /// Disabled or not, by unique id; `nil` when the server did not say.
    private let entities: [String: Entity]?

    private enum CodingKeys: String, CodingKey {
        case version, entities
        case cloudhookURL = "cloudhook_url"
        case remoteUIURL = "remote_ui_url"
    }

    /// Those of the entities that are sensors of ours.
    var disabledSensors: [SensorID: Bool]? {
        guard let entities else { return nil }
        var disabled: [SensorID: Bool] = [:]
        for (id, entity) in entities {
            // The device tracker has no id of a sensor.
            guard let id = try? SensorID(id), let flag = entity.disabled else { continue }
            disabled[id] = flag
        }
        return disabled
    }
}
