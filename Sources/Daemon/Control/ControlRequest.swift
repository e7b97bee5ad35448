package import Shared

/// What a client of the control socket asks for: one line of JSON.
package enum ControlRequest: Codable, Sendable {
    /// All sensors, each with what it says now.
    case listSensors
    /// Reads now, sends nothing.
    case readSensors(patterns: [String])
    /// - Parameter granting: By family of plugins, what its owner was shown that it asks for, and allowed.
    case enableSensors(patterns: [String], servers: ServerChoice, granting: [String: [String]]? = nil)
    case disableSensors(patterns: [String], servers: ServerChoice)
    /// Sources that the owner named.
    case listSources
    /// Has a family look at something that it does not offer by itself.
    case addSource(family: String, source: String)
    case removeSource(family: String, source: String)
    /// Takes sensors that this machine no longer has out of the list.
    case forgetSensors(patterns: [String])
    /// How often a sensor is read; `nil` lets its family choose.
    case setInterval(id: String, milliseconds: Int64?)
    /// Whether anything answers at a URL; sends nothing of this machine.
    case probeServer(ServerQuestion)
    case addServer(NewServer)
    case listServers
    case setServer(name: String, change: ServerChange)
    /// Registers anew, under the same device id.
    case reconnectServer(name: String, token: Secret)
    /// What would go now; `nil` asks for all servers.
    case previewServers(name: String?)
    /// What went since a day, `2026-01-31`; `nil` goes back as far as it is kept.
    case auditServers(name: String?, since: String?)
    case removeServer(name: String)
    /// Makes an installation of its own of a copy.
    ///
    /// - Parameter tokens: By the server's name, for all of them.
    case renewServers(tokens: [String: Secret])
    /// What looks like a copy is the machine itself, moved.
    case keepServers
    /// What is on now, as a file could want it.
    case arrangement
    /// Brings about what a file wants, or says what differs.
    case apply(Arrangement, isCheck: Bool, acceptsChanged: Bool)
    case status
    /// Looks at all that reporting depends on, servers included; those that failed are tried again.
    case diagnose
    /// What command lines can name, without reading anything.
    case listNames
    /// Asks all families for their sensors again.
    case reload
    case listPlugins
    /// - Parameter isReset: Whether its failures are forgotten, too.
    case restartPlugin(name: String, isReset: Bool)
}
