import Daemon
import FakeHomeAssistant
import FoundationEssentials

/// The last document of `agent demo --json`: what this machine knows, and what the server knows then.
struct DemoResult: Encodable {
    struct KnownEntity: Encodable {
        let uniqueID: String
        let name: String
        let state: String
        let unit: String?
        let deviceClass: String?
        let lastUpdate: String?

        private enum CodingKeys: String, CodingKey {
            case name, state, unit
            case uniqueID = "unique_id"
            case deviceClass = "device_class"
            case lastUpdate = "last_update"
        }

        init(_ entity: Entity) {
            uniqueID = entity.uniqueID
            name = entity.name
            state = entity.state
            unit = entity.unit
            deviceClass = entity.deviceClass
            lastUpdate = entity.lastUpdate?.formatted(.iso8601)
        }
    }

    let version = 1
    let type = "result"
    let requests: Int
    let events: Int
    /// The sensors that the demo enabled.
    let sensors: [ListedSensor]
    let entities: [KnownEntity]
}
