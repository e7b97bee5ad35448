package import FoundationEssentials
package import SensorSDK
package import Shared

/// What one server got of one sensor on one day; no values.
package struct LedgerEntry: Sendable, Hashable {
    package var server: ServerRecord.ID
    package var sensor: SensorID
    /// `2026-01-31`, UTC.
    package var day: String
    /// Deliveries that held something of it, acknowledged or not.
    package var sent: Int
    /// JSON before sealing.
    package var bytes: Int
    package var first: Date
    package var last: Date
    /// When the server acknowledged something of it last on that day; `nil` when it did not.
    package var receipt: Date?
}
