import SensorSDK

extension SupplyReading {
    /// - Parameters:
    ///   - thing: The middle part of the id.
    ///   - device: What people call the supply.
    func sensor(of thing: String, device: String) throws -> Sensor {
        let form = form
        return try Sensor(
            id: SensorID(family: "battery", thing: thing, reading: rawValue),
            kind: form.isBinary ? .binarySensor : .sensor,
            device: device,
            name: "\(device) \(form.words)",
            deviceClass: form.deviceClass,
            unit: form.unit,
            stateClass: form.stateClass,
            category: form.isMain ? nil : .diagnostic,
            icon: form.icon,
            interval: .seconds(60),
            leastInterval: .seconds(10),
            attributes: self == .timeToFull ? ["target"] : []
        )
    }

    private struct Form {
        var words: String
        var deviceClass: DeviceClass?
        var unit: Unit?
        var stateClass: StateClass? = .measurement
        var icon: String?
        var isBinary = false
        var isMain = false

        static func binary(_ words: String, _ deviceClass: DeviceClass, _ icon: String?, isMain: Bool) -> Form {
            Form(words: words, deviceClass: deviceClass, stateClass: nil, icon: icon, isBinary: true, isMain: isMain)
        }

        static func text(_ words: String, _ icon: String) -> Form {
            Form(words: words, deviceClass: .enum, stateClass: nil, icon: icon)
        }

        static func limit(_ words: String) -> Form {
            Form(words: words, unit: .percent, stateClass: nil, icon: "mdi:battery-lock")
        }
    }

    private var form: Form {
        switch self {
        case .level:
            Form(words: "level", deviceClass: .battery, unit: .percent, icon: "mdi:battery", isMain: true)
        case .status: .text("status", "mdi:battery-sync")
        case .charging: .binary("charging", .batteryCharging, nil, isMain: false)
        case .levelCoarse: .text("coarse level", "mdi:battery-50")
        case .power: Form(words: "power", deviceClass: .power, unit: .watt, icon: "mdi:flash")
        case .current: Form(words: "current", deviceClass: .current, unit: .ampere, icon: "mdi:current-dc")
        case .voltage: Form(words: "voltage", deviceClass: .voltage, unit: .volt, icon: "mdi:sine-wave")
        case .energy:
            Form(words: "energy", deviceClass: .energyStorage, unit: .wattHour, icon: "mdi:battery-medium")
        case .energyFull:
            Form(words: "energy when full", deviceClass: .energyStorage, unit: .wattHour, icon: "mdi:battery-medium")
        case .health: Form(words: "health", unit: .percent, icon: "mdi:battery-heart-variant")
        case .cycleCount: Form(words: "charge cycles", stateClass: .totalIncreasing, icon: "mdi:counter")
        case .temperature:
            Form(words: "temperature", deviceClass: .temperature, unit: .celsius, icon: "mdi:thermometer")
        case .timeToEmpty: Form(words: "time to empty", deviceClass: .duration, unit: .minute, icon: "mdi:timer-sand")
        case .timeToFull: Form(words: "time to full", deviceClass: .duration, unit: .minute, icon: "mdi:timer-sand")
        case .healthStatus: .text("health status", "mdi:heart-pulse")
        case .chargeLimitStart: .limit("charge limit start")
        case .chargeLimitEnd: .limit("charge limit end")
        case .chargeBehaviour: .text("charge behaviour", "mdi:battery-charging")
        case .usbType: .text("USB type", "mdi:usb-port")
        case .online: .binary("online", .plug, "mdi:power-plug", isMain: true)
        case .onMains: .binary("on mains", .plug, "mdi:power-plug", isMain: true)
        }
    }
}
