package import Shared

/// What its owner wants of this machine, as a file says it: servers, what is enabled for them, sources, intervals.
package struct Arrangement: Codable, Sendable {
    /// A pattern of sensors.
    package struct Pattern: Codable, Sendable, Hashable {
        package var text: String
        /// In the file, from 1; 0 for what comes from no file.
        package var line: Int
        /// Whether it is no fault that this machine has no such sensor.
        package var isOptional: Bool

        package init(_ text: String, line: Int = 0, isOptional: Bool = false) {
            self.text = text
            self.line = line
            self.isOptional = isOptional
        }
    }

    package struct Setting: Codable, Sendable, Hashable {
        package var change: ServerChange
        /// As it stands in the file.
        package var key: String
        package var line: Int

        package init(_ change: ServerChange, key: String, line: Int = 0) {
            self.change = change
            self.key = key
            self.line = line
        }
    }

    /// Where the token of a registration comes from.
    package enum TokenSource: Codable, Sendable, Hashable {
        /// A systemd credential of the daemon.
        case credential(name: String, line: Int)
        /// A file that whoever runs the command can read; the daemon gets the token and never the path. `nil` until it is needed.
        case file(Secret?)
    }

    package struct Server: Codable, Sendable {
        package var name: String
        /// Of its section.
        package var line: Int
        /// In the order of the file.
        package var settings: [Setting] = []
        /// Where it is, as far as anybody may know, when that is not among its settings: a receiver's path may be a secret.
        package var shownURL: String?
        package var deviceName: String?
        /// ``ServerKind/name``; `nil` is the first kind that the daemon knows.
        package var kind: String?
        package var token: TokenSource?
        package var sensors: [Pattern] = []
        /// Whether what the file does not name is disabled for this server.
        package var isExclusive = false

        package init(_ name: String, line: Int = 0) {
            self.name = name
            self.line = line
        }
    }

    package struct Source: Codable, Sendable, Hashable {
        package var family: String
        package var source: String
        package var line: Int

        package init(family: String, source: String, line: Int = 0) {
            self.family = family
            self.source = source
            self.line = line
        }
    }

    /// What a plugin may do beyond what every one may.
    package struct Grant: Codable, Sendable, Hashable {
        /// Name of the plugin.
        package var plugin: String
        /// One of ``ChildGrants/words``.
        package var word: String

        package init(plugin: String, word: String) {
            self.plugin = plugin
            self.word = word
        }
    }

    package struct Interval: Codable, Sendable, Hashable {
        package var sensor: String
        package var milliseconds: Int64
        package var line: Int

        package init(sensor: String, milliseconds: Int64, line: Int = 0) {
            self.sensor = sensor
            self.milliseconds = milliseconds
            self.line = line
        }
    }

    package var servers: [Server] = []
    package var sources: [Source] = []
    package var intervals: [Interval] = []
    package var grants: [Grant] = []
    /// Whether what the file does not name goes: servers, sensors of the servers that it names, sources, intervals.
    package var isExclusive = false

    package init() {}

    /// Whether the daemon is to use a credential of its own.
    var usesCredentials: Bool {
        servers.contains { server in
            if case .credential = server.token { return true }
            return false
        }
    }
}
