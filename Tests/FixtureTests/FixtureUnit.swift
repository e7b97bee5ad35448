/// Units that measure one thing.
enum FixtureUnit {
    private static let families: [[String: Double]] = [
        [
            "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 0x1p10, "MiB": 0x1p20, "GiB": 0x1p30,
            "TiB": 0x1p40,
        ],
        [
            "B/s": 1, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "KiB/s": 0x1p10, "MiB/s": 0x1p20, "GiB/s": 0x1p30,
            "bit/s": 0.125, "kbit/s": 125, "Mbit/s": 125e3, "Gbit/s": 125e6,
        ],
        ["J": 1, "kJ": 1e3, "MJ": 1e6, "mWh": 3.6, "Wh": 3600, "kWh": 3.6e6],
        ["mW": 1e-3, "W": 1, "kW": 1e3],
        ["µV": 1e-6, "mV": 1e-3, "V": 1],
        ["mA": 1e-3, "A": 1],
        ["ms": 1e-3, "s": 1, "min": 60, "h": 3600, "d": 86400],
        ["Hz": 1, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9],
        ["rpm": 1, "RPM": 1],
    ]

    /// By what a number is multiplied; `nil` when the two units do not measure one thing.
    static func factor(from unit: String, to wanted: String) -> Double? {
        families.lazy.compactMap { family in
            family[unit].flatMap { from in family[wanted].map { from / $0 } }
        }.first
    }
}
