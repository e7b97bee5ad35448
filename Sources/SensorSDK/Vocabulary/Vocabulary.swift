/// Which kinds, classes, units and state classes go together: Home Assistant's table (core 2026.11.0).
///
/// A server takes most wrong combinations with "success" and then shows nothing, so that they are refused here.
public enum Vocabulary {
    /// What is wrong with a combination; `description` says it to the author of the sensor.
    public enum Conflict: Sendable, Hashable {
        case classOfOtherKind(DeviceClass, SensorKind)
        case unitNotAllowed(DeviceClass, Unit)
        case unitMissing(DeviceClass)
        case stateClassNotAllowed(DeviceClass, StateClass)
        case binarySensorHasUnit(Unit)
        case binarySensorHasStateClass(StateClass)
        case unitIsEmpty
    }

    /// The first contradiction, or `nil` when the words fit.
    public static func conflict(
        kind: SensorKind,
        deviceClass: DeviceClass?,
        unit: Unit?,
        stateClass: StateClass?
    ) -> Conflict? {
        if let unit, unit.rawValue.isEmpty { return .unitIsEmpty }
        switch kind {
        case .binarySensor:
            if let unit { return .binarySensorHasUnit(unit) }
            if let stateClass { return .binarySensorHasStateClass(stateClass) }
            guard let deviceClass, !binaryClasses.contains(deviceClass) else { return nil }
            return .classOfOtherKind(deviceClass, kind)
        case .sensor:
            guard let deviceClass else { return nil }
            guard let rule = sensorRules[deviceClass] else { return .classOfOtherKind(deviceClass, kind) }
            return rule.conflict(deviceClass, unit, stateClass)
        }
    }

    /// Whether states of such a sensor must be numbers: a server ignores anything else without a word.
    public static func isNumeric(deviceClass: DeviceClass?, unit: Unit?, stateClass: StateClass?) -> Bool {
        if unit != nil || stateClass != nil { return true }
        guard let deviceClass else { return false }
        return !textClasses.contains(deviceClass)
    }

    /// Whether a server of this version knows the class; one that does not refuses the whole sensor without a reason.
    ///
    /// - Parameter version: Home Assistant's, such as `2024.3.3`; one that can't be understood counts as old.
    public static func isKnown(_ deviceClass: DeviceClass, toServer version: String) -> Bool {
        guard let since = newerClasses[deviceClass] else { return true }
        return isAtLeast(since, version)
    }

    /// Whether a server of this version knows the state class.
    public static func isKnown(_ stateClass: StateClass, toServer version: String) -> Bool {
        stateClass != .measurementAngle || isAtLeast((2025, 8), version)
    }

    private static func isAtLeast(_ since: (year: Int, month: Int), _ version: String) -> Bool {
        let parts = version.split(separator: ".")
        guard parts.count >= 2, let year = Int(parts[0]), let month = Int(parts[1]) else { return false }
        return (year, month) >= (since.year, since.month)
    }

    /// Classes that 2023.6 lacks, with the oldest release in which each was seen.
    private static let newerClasses: [DeviceClass: (year: Int, month: Int)] = [
        .absoluteHumidity: (2025, 8), .area: (2025, 1), .bloodGlucoseConcentration: (2025, 1),
        .conductivity: (2024, 7), .energyDistance: (2025, 8), .ph: (2024, 3), .pm4: (2025, 12), .radon: (2026, 11),
        .reactiveEnergy: (2025, 8), .temperatureDelta: (2025, 12), .uptime: (2026, 11), .volumeFlowRate: (2024, 3),
        .windDirection: (2025, 8),
    ]

    private static let textClasses: Set<DeviceClass> = [.date, .enum, .timestamp, .uptime]

    private static let anyStateClass: Set<StateClass> = [.measurement, .total, .totalIncreasing]

    private static let binaryClasses: Set<DeviceClass> = [
        .battery, .batteryCharging, .carbonMonoxide, .cold, .connectivity, .door, .garageDoor, .gas, .glassBreak,
        .heat, .light, .lock, .moisture, .motion, .moving, .occupancy, .opening, .plug, .power, .presence,
        .problem, .running, .safety, .smoke, .sound, .tamper, .update, .vibration, .window,
    ]

    private static let sensorRules: [DeviceClass: Rule] = [
        .date: Rule(.none, []),
        .enum: Rule(.none, []),
        .timestamp: Rule(.none, []),
        .uptime: Rule(.none, []),
        .absoluteHumidity: Rule(.oneOf(["g/m³", "mg/m³"]), [.measurement]),
        .apparentPower: Rule(.oneOf(["VA", "kVA", "mVA"]), [.measurement]),
        .aqi: Rule(.none, [.measurement]),
        .area: Rule(.oneOf(["ac", "cm²", "ft²", "ha", "in²", "km²", "mi²", "mm²", "m²", "yd²"]), anyStateClass),
        .atmosphericPressure: Rule(
            .oneOf([
                "Pa", "atm", "bar", "cbar", "hPa", "inHg", "inH₂O", "kPa", "mPa", "mbar", "mmHg", "psi",
            ]),
            [.measurement]
        ),
        .battery: Rule(.oneOf(["%"]), [.measurement]),
        .bloodGlucoseConcentration: Rule(.oneOf(["mg/dL", "mmol/L"]), [.measurement]),
        .carbonMonoxide: Rule(.oneOf(["mg/m³", "ppb", "ppm", "μg/m³"]), [.measurement]),
        .carbonDioxide: Rule(.oneOf(["ppm"]), [.measurement]),
        .conductivity: Rule(.oneOf(["S/cm", "mS/cm", "μS/cm"]), [.measurement]),
        .current: Rule(.oneOf(["A", "mA", "μA"]), [.measurement]),
        .dataRate: Rule(
            .oneOf([
                "B/s", "GB/s", "Gbit/s", "GiB/s", "KiB/s", "MB/s", "Mbit/s", "MiB/s", "bit/s", "kB/s",
                "kbit/s",
            ]),
            [.measurement]
        ),
        .dataSize: Rule(
            .oneOf([
                "B", "EB", "EiB", "GB", "Gbit", "GiB", "KiB", "MB", "Mbit", "MiB", "PB", "PiB", "TB", "TiB",
                "YB", "YiB", "ZB", "ZiB", "bit", "kB", "kbit",
            ]),
            anyStateClass
        ),
        .distance: Rule(.oneOf(["cm", "ft", "in", "km", "m", "mi", "mm", "nmi", "yd"]), anyStateClass),
        .duration: Rule(.oneOf(["d", "h", "min", "ms", "s", "μs"]), anyStateClass),
        .energy: Rule(
            .oneOf([
                "GJ", "GWh", "Gcal", "J", "MJ", "MWh", "Mcal", "TWh", "Wh", "cal", "kJ", "kWh", "kcal", "mWh",
                "thm",
            ]),
            [.total, .totalIncreasing]
        ),
        .energyDistance: Rule(.oneOf(["Wh/km", "kWh/100km", "km/kWh", "mi/kWh"]), [.measurement]),
        .energyStorage: Rule(
            .oneOf([
                "GJ", "GWh", "Gcal", "J", "MJ", "MWh", "Mcal", "TWh", "Wh", "cal", "kJ", "kWh", "kcal", "mWh",
                "thm",
            ]),
            [.measurement]
        ),
        .frequency: Rule(.oneOf(["GHz", "Hz", "MHz", "kHz", "mHz"]), [.measurement]),
        .gas: Rule(.oneOf(["CCF", "L", "MCF", "ft³", "m³"]), [.total, .totalIncreasing]),
        .humidity: Rule(.oneOf(["%"]), [.measurement]),
        .illuminance: Rule(.oneOf(["lx"]), [.measurement]),
        .irradiance: Rule(.oneOf(["BTU/(h⋅ft²)", "W/m²"]), [.measurement]),
        .moisture: Rule(.oneOf(["%"]), [.measurement]),
        .monetary: Rule(.any, [.total]),
        .nitrogenDioxide: Rule(.oneOf(["ppb", "ppm", "μg/m³"]), [.measurement]),
        .nitrogenMonoxide: Rule(.oneOf(["ppb", "μg/m³"]), [.measurement]),
        .nitrousOxide: Rule(.oneOf(["μg/m³"]), [.measurement]),
        .ozone: Rule(.oneOf(["ppb", "ppm", "μg/m³"]), [.measurement]),
        .ph: Rule(.none, [.measurement]),
        .pm1: Rule(.oneOf(["μg/m³"]), [.measurement]),
        .pm10: Rule(.oneOf(["μg/m³"]), [.measurement]),
        .pm25: Rule(.oneOf(["μg/m³"]), [.measurement]),
        .pm4: Rule(.oneOf(["μg/m³"]), [.measurement]),
        .powerFactor: Rule(.optional(["%"]), [.measurement]),
        .power: Rule(.oneOf(["GW", "MW", "TW", "W", "kW", "mW"]), [.measurement]),
        .precipitation: Rule(.oneOf(["cm", "in", "mm"]), anyStateClass),
        .precipitationIntensity: Rule(.oneOf(["in/d", "in/h", "mm/d", "mm/h"]), [.measurement]),
        .pressure: Rule(
            .oneOf([
                "Pa", "atm", "bar", "cbar", "hPa", "inHg", "inH₂O", "kPa", "mPa", "mbar", "mmHg", "psi",
            ]),
            [.measurement]
        ),
        .radon: Rule(.oneOf(["Bq/m³", "pCi/L"]), [.measurement]),
        .reactiveEnergy: Rule(.oneOf(["kvarh", "varh"]), [.total, .totalIncreasing]),
        .reactivePower: Rule(.oneOf(["kvar", "mvar", "var"]), [.measurement]),
        .signalStrength: Rule(.oneOf(["dB", "dBm"]), [.measurement]),
        .soundPressure: Rule(.oneOf(["dB", "dBA"]), [.measurement]),
        .speed: Rule(
            .oneOf([
                "Beaufort", "ft/s", "in/d", "in/h", "in/s", "km/h", "kn", "m/min", "m/s", "mm/d", "mm/h",
                "mm/s", "mph",
            ]),
            [.measurement]
        ),
        .sulphurDioxide: Rule(.oneOf(["ppb", "μg/m³"]), [.measurement]),
        .temperature: Rule(.oneOf(["K", "°C", "°F"]), [.measurement]),
        .temperatureDelta: Rule(.oneOf(["K", "°C", "°F"]), [.measurement]),
        .volatileOrganicCompounds: Rule(.oneOf(["mg/m³", "μg/m³"]), [.measurement]),
        .volatileOrganicCompoundsParts: Rule(.oneOf(["ppb", "ppm"]), [.measurement]),
        .voltage: Rule(.oneOf(["MV", "V", "kV", "mV", "μV"]), [.measurement]),
        .volume: Rule(.oneOf(["CCF", "L", "MCF", "fl. oz.", "ft³", "gal", "mL", "m³"]), [.total, .totalIncreasing]),
        .volumeStorage: Rule(.oneOf(["CCF", "L", "MCF", "fl. oz.", "ft³", "gal", "mL", "m³"]), [.measurement]),
        .volumeFlowRate: Rule(
            .oneOf([
                "L/h", "L/min", "L/s", "ft³/min", "gal/d", "gal/h", "gal/min", "mL/s", "m³/h", "m³/min",
                "m³/s",
            ]),
            [.measurement]
        ),
        .water: Rule(.oneOf(["CCF", "L", "MCF", "ft³", "gal", "m³"]), [.total, .totalIncreasing]),
        .weight: Rule(.oneOf(["g", "kg", "lb", "mg", "oz", "st", "μg"]), [.measurement, .total, .totalIncreasing]),
        .windDirection: Rule(.oneOf(["°"]), [.measurementAngle]),
        .windSpeed: Rule(
            .oneOf([
                "Beaufort", "ft/s", "in/s", "km/h", "kn", "m/min", "m/s", "mm/s", "mph",
            ]),
            [.measurement]
        ),
    ]
}

extension Vocabulary {
    fileprivate struct Rule: Sendable {
        enum Units: Sendable {
            case none
            case any
            case oneOf(Set<String>)
            case optional(Set<String>)
        }

        let units: Units
        let stateClasses: Set<StateClass>

        init(_ units: Units, _ stateClasses: Set<StateClass>) {
            self.units = units
            self.stateClasses = stateClasses
        }

        func conflict(_ deviceClass: DeviceClass, _ unit: Unit?, _ stateClass: StateClass?) -> Conflict? {
            switch (units, unit) {
            case (.none, let unit?): return .unitNotAllowed(deviceClass, unit)
            case (.any, nil), (.oneOf, nil): return .unitMissing(deviceClass)
            case (.oneOf(let allowed), let unit?), (.optional(let allowed), let unit?):
                if !allowed.contains(unit.rawValue) { return .unitNotAllowed(deviceClass, unit) }
            case (.none, nil), (.optional, nil), (.any, _): break
            }
            guard let stateClass, !stateClasses.contains(stateClass) else { return nil }
            return .stateClassNotAllowed(deviceClass, stateClass)
        }
    }
}

extension Vocabulary {
    /// In words.
    fileprivate static func units(of deviceClass: DeviceClass) -> String {
        switch sensorRules[deviceClass]?.units {
        case .oneOf(let units), .optional(let units): units.sorted().joined(separator: ", ")
        case .any: "any"
        case .none?, nil: "none"
        }
    }

    /// In words.
    fileprivate static func stateClasses(of deviceClass: DeviceClass) -> String {
        let words = (sensorRules[deviceClass]?.stateClasses ?? []).map(\.rawValue).sorted()
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }
}

extension Vocabulary.Conflict: CustomStringConvertible {
    public var description: String {
        switch self {
        case .classOfOtherKind(let deviceClass, let kind):
            "device class '\(deviceClass.rawValue)' is not for the kind '\(kind.rawValue)'"
        case .unitNotAllowed(let deviceClass, let unit):
            "device class '\(deviceClass.rawValue)' does not take the unit '\(unit.rawValue)'; it takes "
                + Vocabulary.units(of: deviceClass)
        case .unitMissing(let deviceClass):
            "device class '\(deviceClass.rawValue)' needs a unit: " + Vocabulary.units(of: deviceClass)
        case .stateClassNotAllowed(let deviceClass, let stateClass):
            "device class '\(deviceClass.rawValue)' does not take the state class '\(stateClass.rawValue)'; it takes "
                + Vocabulary.stateClasses(of: deviceClass)
        case .binarySensorHasUnit(let unit):
            "a binary sensor has no unit, but '\(unit.rawValue)' was given"
        case .binarySensorHasStateClass(let stateClass):
            "a binary sensor has no state class, but '\(stateClass.rawValue)' was given"
        case .unitIsEmpty:
            "the unit is empty; leave it out"
        }
    }
}
