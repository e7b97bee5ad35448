package import FoundationEssentials

/// Points in time as ISO 8601, always with an offset: without one a server could only guess.
package enum WireTime {
    private static let years =
        Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

    /// For a state: whole seconds, `2026-01-01T00:00:00Z`; `nil` outside of the years 1 to 9999.
    package static func text(_ date: Date) -> String? {
        guard years.contains(date) else { return nil }
        return date.formatted(.iso8601)
    }

    /// For something that happened: milliseconds and a numeric offset, `2026-01-01T00:00:00.000+00:00`.
    ///
    /// - Parameter date: Of a clock; one that is out of range becomes the nearest that is not.
    package static func preciseText(_ date: Date) -> String {
        let isBefore = !(date >= years.lowerBound)
        let inRange = isBefore ? years.lowerBound : min(date, years.upperBound.addingTimeInterval(-1))
        let text = inRange.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return text.hasSuffix("Z") ? text.dropLast() + "+00:00" : text
    }
}
