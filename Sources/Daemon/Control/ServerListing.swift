package import Shared

/// Servers as `--json` prints them.
package struct ServerListing: Codable, Sendable {
    package struct Server: Codable, Sendable {
        package var name: String
        package var kind: String
        package var url: String
        package var deviceName: String
        /// ``ServerRecord/deviceID``: what a receiver's key file knows this machine by.
        package var agentID: String
        package var state: LinkState
        /// What is wrong and what to do; `nil` while all is well.
        package var problem: String?
        /// In how many seconds it is tried again; `nil` while all is well.
        package var nextTry: Int?
        /// The server's version, as far as it said so.
        package var serverVersion: String?
        /// When it last answered as it should, ISO 8601; `nil` when it never did, as far as that is kept.
        package var lastReceipt: String?
        package var enabledSensors: Int
        package var waitingStates: Int
        package var waitingEvents: Int
        package var waitingRegistrations: Int
        package var droppedEvents: Int

        private enum CodingKeys: String, CodingKey {
            case name, kind, url, state, problem
            case agentID = "agent_id"
            case deviceName = "device_name"
            case serverVersion = "server_version"
            case nextTry = "next_try_seconds"
            case lastReceipt = "last_receipt"
            case enabledSensors = "enabled_sensors"
            case waitingStates = "waiting_states"
            case waitingEvents = "waiting_events"
            case waitingRegistrations = "waiting_registrations"
            case droppedEvents = "dropped_events"
        }
    }

    package var version = 1
    package var servers: [Server]
}
