/// Times as people write them: `500ms`, `10s`, `5m`, `2h`, `7d`; a bare number is seconds.
enum DurationText {
    private static let units: [(suffix: String, milliseconds: Double)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]

    /// - Returns: `nil` for what is no time, is below ten milliseconds, which nothing here can do with, or above a century.
    static func duration(_ text: String) -> Duration? {
        let unit = units.first { text.hasSuffix($0.suffix) } ?? ("", 1000)
        let milliseconds = (Double(text.dropLast(unit.suffix.count)) ?? 0) * unit.milliseconds
        guard (10...3e12).contains(milliseconds) else { return nil }
        return .milliseconds(Int64(milliseconds))
    }

    /// In the greatest unit that gives a whole number.
    static func text(_ duration: Duration) -> String {
        let milliseconds = Int64((duration / .milliseconds(1)).rounded())
        let unit = units.last { milliseconds % Int64($0.milliseconds) == 0 && milliseconds > 0 } ?? units[0]
        return "\(milliseconds / Int64(unit.milliseconds))\(unit.suffix)"
    }
}
