import FoundationEssentials
import SensorSDK
import Shared

/// What a server said to `update_sensor_states`, once it was opened: one outcome for each unique id.
struct StateUpdateAnswer: Sendable {
    private let outcomes: [String: Item]

    /// `nil` when it is no object.
    init?(_ plaintext: [UInt8]) {
        // Whatever else it is, it says nothing of any sensor.
        guard let items = try? JSONDecoder().decode([String: Item].self, from: Data(plaintext)) else { return nil }
        outcomes = items
    }

    /// `nil` when the server said nothing of this sensor, or nothing that is known here: the item is kept then.
    subscript(sensor: SensorID) -> Receipt.Outcome? {
        outcomes[sensor.description]?.outcome
    }

    private struct Item: Decodable, Sendable {
        let outcome: Receipt.Outcome?

        init(from decoder: any Decoder) throws {
            // A value that is no such object is an answer that is not known here; its neighbours stay valid.
            guard let fields = try? Fields(from: decoder) else {
                outcome = nil
                return
            }
            outcome =
                switch (fields.success, fields.error?.code) {
                case (true, _): fields.isDisabled == true ? .disabledByServer : .accepted
                case (false, "not_registered"): .notRegistered
                case (false, "invalid_format"):
                    .refused((fields.error?.message ?? "invalid_format").printable(limit: 200))
                default: nil
                }
        }
    }

    private struct Fields: Decodable {
        struct Failure: Decodable {
            var code: String
            var message: String?
        }

        var success: Bool
        var isDisabled: Bool?
        var error: Failure?

        private enum CodingKeys: String, CodingKey {
            case success, error
            case isDisabled = "is_disabled"
        }
    }
}
