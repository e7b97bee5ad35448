package import SensorSDK
package import Shared

/// What a sensor said, on its way to one server.
package struct QueuedState: Sendable, Hashable {
    package var server: ServerRecord.ID
    package var kind: SensorKind
    package var icon: String?
    package var reading: Reading

    package init(server: ServerRecord.ID, kind: SensorKind, icon: String?, reading: Reading) {
        self.server = server
        self.kind = kind
        self.icon = icon
        self.reading = reading
    }
}
