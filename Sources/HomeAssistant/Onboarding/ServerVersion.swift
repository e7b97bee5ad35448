/// Year and month of a Home Assistant release.
struct ServerVersion: Sendable, Comparable {
    let year: Int
    let month: Int

    /// - Parameter text: `2024.3.3`, `2026.12.0.dev0`; `nil` when it does not begin with two numbers.
    init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count >= 2, let year = Int(parts[0]), let month = Int(parts[1].prefix { $0.isASCII && $0.isNumber })
        else { return nil }
        self.year = year
        self.month = month
    }

    static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.year, left.month) < (right.year, right.month)
    }
}
