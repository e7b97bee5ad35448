/// All that can be read of an interface; the raw value is the last part of the sensor's id.
enum NetworkReading: String, CaseIterable, Sendable {
    case link
    case operstate
    case speed
    case receivedTotal = "rx_total"
    case sentTotal = "tx_total"
    case receivedRate = "rx_rate"
    case sentRate = "tx_rate"
    case ipv4
    case ipv6
    /// Of the machine as a whole.
    case defaultInterface = "default_interface"
}
