import SensorSDK

extension SystemReading {
    private struct Form {
        var words: String
        var deviceClass: DeviceClass?
        var unit: Unit?
        var stateClass: StateClass? = .measurement
        var icon: String
        var isMain = false

        static func bytes(_ words: String, _ icon: String) -> Form {
            Form(words: words, deviceClass: .dataSize, unit: .byte, icon: icon)
        }

        /// Of time, in percent.
        static func share(_ words: String) -> Form {
            Form(words: words, unit: .percent, icon: "mdi:speedometer")
        }
    }

    /// - Throws: As ``id()``.
    func sensor() throws -> Sensor {
        let form = form
        return try Sensor(
            id: id(),
            kind: self == .underVoltage ? .binarySensor : .sensor,
            device: "System",
            name: "System \(form.words)",
            deviceClass: form.deviceClass,
            unit: form.unit,
            stateClass: form.stateClass,
            category: form.isMain ? nil : .diagnostic,
            icon: form.icon,
            interval: .seconds(self == .lastBoot ? 3600 : 60),
            leastInterval: .seconds(10),
            attributes: pressure == nil ? [] : ["avg10", "avg300"]
        )
    }

    private var form: Form {
        switch self {
        case .load1: Form(words: "load (1 min)", icon: "mdi:gauge", isMain: true)
        case .load5: Form(words: "load (5 min)", icon: "mdi:gauge")
        case .load15: Form(words: "load (15 min)", icon: "mdi:gauge")
        case .memoryUsed: Form(words: "memory used percent", unit: .percent, icon: "mdi:memory", isMain: true)
        case .memoryAvailable: .bytes("memory available", "mdi:memory")
        case .swapUsed: Form(words: "swap used percent", unit: .percent, icon: "mdi:swap-horizontal")
        case .swapFree: .bytes("swap free", "mdi:swap-horizontal")
        case .processorPressure: .share("processor pressure")
        case .memoryPressure: .share("memory pressure")
        case .memoryStall: .share("memory stall")
        case .diskPressure: .share("disk pressure")
        case .diskStall: .share("disk stall")
        case .lastBoot:
            Form(words: "last boot", deviceClass: .timestamp, stateClass: nil, icon: "mdi:restart")
        case .underVoltage:
            Form(words: "under-voltage", deviceClass: .problem, stateClass: nil, icon: "mdi:flash-alert")
        }
    }
}
