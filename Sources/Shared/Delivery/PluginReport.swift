/// How a plugin stands, for people and for `--json`.
package struct PluginReport: Codable, Sendable, Hashable {
    /// Kept for ever.
    package enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// None of its sensors is enabled: it runs only to list them.
        case idle
        /// Also one that is called for each reading, between its calls.
        case running
        /// Failed, and waits before it is started again.
        case waiting
        /// Failed too often; not started until it is reset or its file changes.
        case quarantined
        /// May not be run; the reason says why.
        case refused
        /// Switched off by a link to `/dev/null`.
        case masked
        /// A stronger folder has one of the same name.
        case shadowed
    }

    package var name: String
    package var path: String
    package var state: State
    /// Why it does not run, or what it did wrong last.
    package var reason: String?
    /// What it calls itself.
    package var title: String?
    package var pluginVersion: String?
    package var licence: String?
    /// What its author says that it reveals.
    package var reveals: [String]
    /// What its author says that it needs.
    package var needs: [String]
    /// What it may do only if its owner allows it: ``ChildGrants/words``.
    package var asks: [String]
    /// What of it is allowed now; only the daemon knows.
    package var allowed: [String]?
    package var sensors: Int
    package var process: Int32?
    /// Failures since it last answered well.
    package var failures: Int
    /// What is wrong with its list and its last readings, each with where.
    package var complaints: [String]
    /// Its last line on standard error.
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case name, path, state, reason, title, licence, reveals, needs, asks, allowed, sensors, failures, complaints
        case pluginVersion = "version"
        case process = "pid"
        case lastError = "last_error"
    }

    package init(name: String, path: String, state: State, reason: String? = nil) {
        self.name = name
        self.path = path
        self.state = state
        self.reason = reason
        reveals = []
        needs = []
        asks = []
        sensors = 0
        failures = 0
        complaints = []
    }
}
