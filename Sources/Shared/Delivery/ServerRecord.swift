package import FoundationEssentials

/// A server that this machine is registered with, as the store keeps it.
package struct ServerRecord: Sendable, Hashable {
    /// Counts up and is never used again.
    package typealias ID = Int64

    package var id: ID
    /// What this machine calls it, `[a-z0-9_-]{1,40}`; unique.
    package var name: String
    /// ``ServerKind/name``
    package var kind: String
    /// As the user gave it, without a path at its end; for people.
    package var url: String
    /// What the server calls this machine.
    package var deviceName: String
    /// 32 random hexadecimal digits: this machine's identity on this server.
    package var deviceID: String
    /// What only the server kind understands: keys, webhook id, further URLs.
    package var credentials: Secret
    /// What the server said of itself last, such as `2026.11.0`; `nil` until it said so.
    package var version: String?
    /// When it began to answer with nothing, by the wall clock of then; `nil` while it says something.
    package var emptySince: Date?

    package init(
        id: ID,
        name: String,
        kind: String,
        url: String,
        deviceName: String,
        deviceID: String,
        credentials: Secret,
        version: String? = nil,
        emptySince: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.url = url
        self.deviceName = deviceName
        self.deviceID = deviceID
        self.credentials = credentials
        self.version = version
        self.emptySince = emptySince
    }
}
