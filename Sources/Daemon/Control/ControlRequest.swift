/// What a client of the control socket asks for: one line of JSON.
package enum ControlRequest: Codable, Sendable {
    /// All sensors, each with what it says now.
    case listSensors
    /// Reads now, sends nothing.
    case readSensors(patterns: [String])
    case enableSensors(patterns: [String], servers: ServerChoice)
    case disableSensors(patterns: [String], servers: ServerChoice)
    case addServer(NewServer)
    case listServers
    case removeServer(name: String)
    case status
    /// Asks all families for their sensors again.
    case reload
}
