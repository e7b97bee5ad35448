package import SensorSDK

/// What went where, as `agent audit --json` prints it. It holds no values.
package struct AuditReport: Codable, Sendable {
    /// What one server got of one sensor on one day.
    package struct Row: Codable, Sendable, Hashable {
        package var server: String
        package var sensor: SensorID
        /// `2026-01-31`, UTC.
        package var day: String
        /// How often something of it was sent, acknowledged or not.
        package var sent: Int
        /// JSON before sealing.
        package var bytes: Int
        /// ISO 8601.
        package var first: String
        package var last: String
        /// When the server acknowledged something of it last on that day; `nil` when it did not.
        package var receipt: String?
    }

    package var version = 1
    package var rows: [Row]

    package init(rows: [Row]) {
        self.rows = rows
    }
}
