package import Shared

/// What a daemon is made of; put together by `agent`.
package struct Configuration: Sendable {
    /// Folder of the databases.
    package var stateDirectory: String
    /// Path of the control socket.
    package var socketPath: String
    package var sources: [ProviderSource]
    package var serverKinds: [any ServerKind]
    /// For the ids of sensors; see ``ProviderContext``.
    package var sha256: @Sendable ([UInt8]) -> [UInt8]
    /// The agent's version.
    package var version: String
    package var pace: Pace

    package init(
        stateDirectory: String,
        socketPath: String,
        sources: [ProviderSource],
        serverKinds: [any ServerKind],
        sha256: @escaping @Sendable ([UInt8]) -> [UInt8],
        version: String,
        pace: Pace = .usual
    ) {
        self.stateDirectory = stateDirectory
        self.socketPath = socketPath
        self.sources = sources
        self.serverKinds = serverKinds
        self.sha256 = sha256
        self.version = version
        self.pace = pace
    }
}
