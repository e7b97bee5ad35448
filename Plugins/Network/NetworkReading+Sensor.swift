import SensorSDK
import Shared

extension NetworkReading {
    /// - Parameters:
    ///   - thing: The middle part of the id.
    ///   - device: What people call the interface.
    func sensor(of thing: String, device: String) throws -> Sensor {
        let form = form
        return try Sensor(
            id: id(of: thing),
            kind: self == .link ? .binarySensor : .sensor,
            device: device,
            name: "\(device) \(form.words)",
            deviceClass: form.deviceClass,
            unit: form.unit,
            stateClass: form.stateClass,
            category: self == .link ? nil : .diagnostic,
            icon: form.icon,
            interval: .seconds(30),
            leastInterval: .seconds(2),
            sensitivity: isLocating ? .location : .plain,
            attributes: self == .otherAddresses ? InterfaceAddress.Family.allCases.map(\.word) : []
        )
    }

    /// - Parameter thing: The middle part.
    func id(of thing: String) throws -> SensorID {
        try SensorID(family: "network", thing: thing, reading: rawValue)
    }

    /// Whether it tells where the machine is.
    private var isLocating: Bool {
        switch self {
        case .ipv4, .ipv6, .otherAddresses, .networkName, .accessPoint: true
        default: false
        }
    }

    private struct Form {
        var words: String
        var icon: String
        var deviceClass: DeviceClass?
        var unit: Unit?
        var stateClass: StateClass?
    }

    private var form: Form {
        let received = "mdi:download-network"
        let sent = "mdi:upload-network"
        return switch self {
        case .link: Form(words: "link", icon: "mdi:lan-connect", deviceClass: .connectivity)
        case .operstate: Form(words: "operational state", icon: "mdi:lan", deviceClass: .enum)
        case .speed:
            Form(
                words: "speed",
                icon: "mdi:speedometer",
                deviceClass: .dataRate,
                unit: .megabitsPerSecond,
                stateClass: .measurement
            )
        case .receivedTotal: total("received bytes", received)
        case .sentTotal: total("sent bytes", sent)
        case .receivedRate: rate("receive rate", received)
        case .sentRate: rate("send rate", sent)
        case .ipv4: Form(words: "IPv4 address", icon: "mdi:ip-network")
        case .ipv6: Form(words: "IPv6 address", icon: "mdi:ip-network")
        case .otherAddresses: Form(words: "other addresses", icon: "mdi:ip-network-outline", stateClass: .measurement)
        case .networkName: Form(words: "SSID", icon: "mdi:wifi")
        case .accessPoint: Form(words: "BSSID", icon: "mdi:access-point")
        case .signal:
            Form(
                words: "signal strength",
                icon: "mdi:wifi-strength-2",
                deviceClass: .signalStrength,
                unit: .decibelMilliwatt,
                stateClass: .measurement
            )
        case .bitRate:
            Form(
                words: "send bit rate",
                icon: "mdi:speedometer",
                deviceClass: .dataRate,
                unit: .megabitsPerSecond,
                stateClass: .measurement
            )
        case .frequency:
            Form(
                words: "channel frequency",
                icon: "mdi:sine-wave",
                deviceClass: .frequency,
                unit: .megahertz,
                stateClass: .measurement
            )
        case .defaultInterface: Form(words: "default interface", icon: "mdi:routes")
        }
    }

    private func total(_ words: String, _ icon: String) -> Form {
        Form(words: words, icon: icon, deviceClass: .dataSize, unit: .byte, stateClass: .totalIncreasing)
    }

    private func rate(_ words: String, _ icon: String) -> Form {
        Form(words: words, icon: icon, deviceClass: .dataRate, unit: .bytesPerSecond, stateClass: .measurement)
    }
}
