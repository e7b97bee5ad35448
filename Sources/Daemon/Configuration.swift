package import Shared

/// What a daemon is made of; put together by `agent`.
package struct Configuration: Sendable {
    /// Folder of the databases.
    package var stateDirectory: String
    /// Path of the control socket.
    package var socketPath: String
    /// A control socket that systemd made, served instead of `socketPath`: whom its mode lets through may talk to the daemon.
    package var inheritedSocket: Int32?
    package var sources: [ProviderSource]
    package var serverKinds: [any ServerKind]
    /// For the ids of sensors; see ``ProviderContext``.
    package var sha256: @Sendable ([UInt8]) -> [UInt8]
    /// The agent's version.
    package var version: String
    package var pace: Pace
    /// Those of the start.
    package var settings: Settings
    /// Reads the settings again, for a reload; `nil` where there are none to be read.
    ///
    /// - Throws: ``ControlFailure`` that names file, line and key; the daemon then keeps those that it has.
    package var readSettings: (@Sendable () throws(ControlFailure) -> Settings)?
    /// What systemd handed to the service for unattended registrations; `nil` without any.
    package var credentials: CredentialFolder?
    /// Told of the settings that a reload took over, for what is outside of the daemon, such as the log.
    package var settingsTaken: @Sendable (Settings) -> Void
    /// Sources that come and go; `nil` runs no plugins.
    package var plugins: (any PluginService)?

    package init(
        stateDirectory: String,
        socketPath: String,
        inheritedSocket: Int32? = nil,
        sources: [ProviderSource],
        serverKinds: [any ServerKind],
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        version: String,
        pace: Pace = .usual,
        settings: Settings = Settings(),
        readSettings: (@Sendable () throws(ControlFailure) -> Settings)? = nil,
        settingsTaken: @escaping @Sendable (Settings) -> Void = { _ in },
        credentials: CredentialFolder? = nil,
        plugins: (any PluginService)? = nil
    ) {
        self.stateDirectory = stateDirectory
        self.socketPath = socketPath
        self.inheritedSocket = inheritedSocket
        self.sources = sources
        self.serverKinds = serverKinds
        self.sha256 = sha256
        self.version = version
        self.pace = pace
        self.settings = settings
        self.readSettings = readSettings
        self.settingsTaken = settingsTaken
        self.credentials = credentials
        self.plugins = plugins
    }
}
