/// The commands of the webhook that are used; the raw value is the server's word and readable on the wire.
enum WebhookCommand: String, Sendable {
    case registerSensor = "register_sensor"
    case updateSensorStates = "update_sensor_states"
    case fireEvent = "fire_event"
    case getConfig = "get_config"
    case renderTemplate = "render_template"
}
