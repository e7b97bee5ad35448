package import Shared

/// What would go now, as `agent preview --json` prints it.
package struct PreviewReport: Codable, Sendable {
    package var version = 1
    package var servers: [Preview]
}
