import FoundationEssentials

/// What was in one message, after the server opened it.
enum SentMessage {
    case registration(sensor: String, isOff: Bool)
    case states([State])
    case event(Event)
    /// What says nothing about sensors.
    case other

    struct State: Decodable {
        let sensor: String
        let value: Int64?

        private enum CodingKeys: String, CodingKey {
            case sensor = "unique_id"
            case value = "state"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sensor = try container.decode(String.self, forKey: .sensor)
            // Whatever else it is, it is not what the machine said.
            value = try? container.decode(Int64.self, forKey: .value)
        }
    }

    struct Event: Decodable {
        let id: String
        let sensor: String
        let attempt: Int
        let sequence: [Int64]

        private enum CodingKeys: String, CodingKey {
            case sensor, attempt, sequence
            case id = "event_id"
        }
    }

    private struct Registration: Decodable {
        let sensor: String
        let disabled: Bool?

        private enum CodingKeys: String, CodingKey {
            case disabled
            case sensor = "unique_id"
        }
    }

    private struct Call: Decodable {
        let content: Event

        private enum CodingKeys: String, CodingKey {
            case content = "event_data"
        }
    }

    init(_ command: String, _ plaintext: String) throws {
        let (decoder, data) = (JSONDecoder(), Data(plaintext.utf8))
        switch command {
        case "register_sensor":
            let registration = try decoder.decode(Registration.self, from: data)
            self = .registration(sensor: registration.sensor, isOff: registration.disabled == true)
        case "update_sensor_states": self = .states(try decoder.decode([State].self, from: data))
        case "fire_event": self = .event(try decoder.decode(Call.self, from: data).content)
        default: self = .other
        }
    }
}
