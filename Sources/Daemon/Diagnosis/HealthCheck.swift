package import SensorSDK

/// One thing that `agent doctor` looked at.
package struct HealthCheck: Codable, Sendable, Hashable {
    /// The words are kept for ever.
    package enum State: String, Codable, Sendable, CaseIterable {
        case ok
        /// It works, but not as well as it could.
        case warn
        case fail
    }

    /// What was looked at; the words are kept for ever.
    package enum Subject: String, Codable, Sendable, CaseIterable {
        case daemon, clock, permissions, disk, database, secrets, settings, families, plugins, sandbox, power
        /// Of a server, in the order in which one needs the other.
        case url, dns, connection, tls, webhook, key, queue
    }

    package var subject: Subject
    /// The server that it is about; `nil` when it is about this machine.
    package var server: String?
    package var state: State
    /// What was found.
    package var finding: String
    /// What to do; `nil` when there is nothing to do.
    package var advice: String?
    /// The sensors that it is about, if any.
    package var sensors: [SensorID]?

    package init(
        _ subject: Subject,
        of server: String? = nil,
        _ state: State,
        _ finding: String,
        advice: String? = nil,
        sensors: [SensorID]? = nil
    ) {
        self.subject = subject
        self.server = server
        self.state = state
        self.finding = finding
        self.advice = advice
        self.sensors = sensors
    }
}
