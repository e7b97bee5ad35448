import SensorSDK

/// A unit that a foreign format spells in its way.
struct ForeignUnit: Sendable, Hashable {
    var unit: Unit
    var deviceClass: DeviceClass?
    /// What its numbers are multiplied by.
    var factor = 1.0

    init(_ unit: String, _ deviceClass: DeviceClass? = nil, factor: Double = 1) {
        self.unit = Unit(rawValue: unit)
        self.deviceClass = deviceClass
        self.factor = factor
    }

    /// What stands behind a number of a Nagios plugin; the case counts: `C` is degrees, `c` a counter.
    static let nagios: [String: ForeignUnit] = [
        "s": ForeignUnit("s", .duration), "ms": ForeignUnit("ms", .duration), "us": ForeignUnit("μs", .duration),
        // Home Assistant has none below.
        "ns": ForeignUnit("μs", .duration, factor: 0.001),
        "h": ForeignUnit("h", .duration), "d": ForeignUnit("d", .duration), "%": ForeignUnit("%"),
        "B": ForeignUnit("B", .dataSize), "Bytes": ForeignUnit("B", .dataSize), "bytes": ForeignUnit("B", .dataSize),
        "KB": ForeignUnit("kB", .dataSize), "kB": ForeignUnit("kB", .dataSize), "MB": ForeignUnit("MB", .dataSize),
        "GB": ForeignUnit("GB", .dataSize), "TB": ForeignUnit("TB", .dataSize), "KiB": ForeignUnit("KiB", .dataSize),
        "MiB": ForeignUnit("MiB", .dataSize), "GiB": ForeignUnit("GiB", .dataSize),
        "TiB": ForeignUnit("TiB", .dataSize),
        "B/s": ForeignUnit("B/s", .dataRate), "KB/s": ForeignUnit("kB/s", .dataRate),
        "kB/s": ForeignUnit("kB/s", .dataRate),
        "MB/s": ForeignUnit("MB/s", .dataRate), "GB/s": ForeignUnit("GB/s", .dataRate), "TB/s": ForeignUnit("TB/s"),
        "KiB/s": ForeignUnit("KiB/s", .dataRate), "MiB/s": ForeignUnit("MiB/s", .dataRate),
        "GiB/s": ForeignUnit("GiB/s", .dataRate), "TiB/s": ForeignUnit("TiB/s"), "V": ForeignUnit("V", .voltage),
        "A": ForeignUnit("A", .current),
        "W": ForeignUnit("W", .power), "Hz": ForeignUnit("Hz", .frequency), "rpm": ForeignUnit("rpm"),
        "dBm": ForeignUnit("dBm", .signalStrength), "C": ForeignUnit("°C", .temperature),
        "°C": ForeignUnit("°C", .temperature), "F": ForeignUnit("°F", .temperature),
    ]

    /// The same where the K of `KB` is known to mean 1024.
    static let binary: [String: ForeignUnit] = [
        "KB": ForeignUnit("KiB", .dataSize), "kB": ForeignUnit("KiB", .dataSize), "MB": ForeignUnit("MiB", .dataSize),
        "GB": ForeignUnit("GiB", .dataSize), "TB": ForeignUnit("TiB", .dataSize),
        "KB/s": ForeignUnit("KiB/s", .dataRate), "kB/s": ForeignUnit("KiB/s", .dataRate),
        "MB/s": ForeignUnit("MiB/s", .dataRate), "GB/s": ForeignUnit("GiB/s", .dataRate), "TB/s": ForeignUnit("TiB/s"),
    ]

    /// How the names of fields of the line protocol end.
    static let influx: KeyValuePairs<String, ForeignUnit> = [
        "_bytes": ForeignUnit("B", .dataSize), "_percent": ForeignUnit("%"), " percent": ForeignUnit("%"),
        "_pct": ForeignUnit("%"), "_celsius": ForeignUnit("°C", .temperature),
        "_temp_c": ForeignUnit("°C", .temperature),
        "temp_c": ForeignUnit("°C", .temperature), "_seconds": ForeignUnit("s", .duration),
        "_ms": ForeignUnit("ms", .duration), "_us": ForeignUnit("μs", .duration),
        "_ns": ForeignUnit("μs", .duration, factor: 0.001), "_volts": ForeignUnit("V", .voltage),
        "_watts": ForeignUnit("W", .power), "_amps": ForeignUnit("A", .current), "_hz": ForeignUnit("Hz", .frequency),
        "_rpm": ForeignUnit("rpm"), "_s": ForeignUnit("s", .duration),
    ]

    /// How the names of metrics of Prometheus end, before a last `_total`.
    static let prometheus: KeyValuePairs<String, ForeignUnit> = [
        "_seconds": ForeignUnit("s", .duration), "_bytes": ForeignUnit("B", .dataSize),
        "_celsius": ForeignUnit("°C", .temperature), "_volts": ForeignUnit("V", .voltage),
        "_amperes": ForeignUnit("A", .current), "_watts": ForeignUnit("W", .power),
        "_joules": ForeignUnit("J", .energy),
        "_hertz": ForeignUnit("Hz", .frequency), "_meters": ForeignUnit("m", .distance),
        "_grams": ForeignUnit("g", .weight), "_percent": ForeignUnit("%"),
    ]

    static func suffix(of name: String, in table: KeyValuePairs<String, ForeignUnit>) -> ForeignUnit? {
        table.first { name.hasSuffix($0.key) }?.value
    }

    /// In this unit.
    func value(_ value: SensorValue) -> SensorValue {
        guard factor != 1 else { return value }
        switch value {
        case .number(let number): return .number(number * factor)
        case .integer(let number): return .number(Double(number) * factor)
        case .flag, .text, .time: return value
        }
    }
}
