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
    /// How many more addresses there are; which ones, as attributes.
    case otherAddresses = "other_addresses"
    /// Name of the Wi-Fi network.
    case networkName = "ssid"
    /// Hardware address of the access point.
    case accessPoint = "bssid"
    case signal
    case bitRate = "bitrate"
    case frequency
    /// Of the machine as a whole.
    case defaultInterface = "default_interface"

    /// What a change of the interface's state changes.
    static let followingState: [NetworkReading] = [
        .link, .operstate, .speed, .networkName, .accessPoint, .signal, .bitRate, .frequency,
    ]
    static let followingAddresses: [NetworkReading] = [.ipv4, .ipv6, .otherAddresses]
}
