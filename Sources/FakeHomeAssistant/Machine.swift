import Sealing
import SensorSDK
import Shared

/// A machine that registered.
struct Machine: Sendable {
    let webhookID: String
    let deviceID: String
    let deviceName: String
    let box: SecretBox
    /// In the order in which they were registered.
    var entities: [Entity] = []

    func index(of uniqueID: String, _ kind: SensorKind) -> Int? {
        entities.firstIndex { $0.uniqueID == uniqueID && $0.kind == kind }
    }
}
