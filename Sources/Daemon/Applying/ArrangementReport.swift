package import Shared

/// What differs from an ``Arrangement``, and what became of it.
package struct ArrangementReport: Codable, Sendable {
    package enum Action: String, Codable, Sendable, CaseIterable {
        case add, change, remove
    }

    package enum Subject: String, Codable, Sendable, CaseIterable {
        case server, sensor, source, interval
    }

    /// One difference.
    package struct Change: Codable, Sendable, Hashable {
        package var action: Action
        package var subject: Subject
        /// Of a sensor; `nil` for what concerns no single server.
        package var server: String?
        /// The server's name, the sensor's id, or the source.
        package var name: String
        /// For people: where it is registered, what it was before.
        package var detail: String?
    }

    /// What could not be brought about.
    package struct Problem: Codable, Sendable, Hashable {
        /// In the file; `nil` where it belongs to no line.
        package var line: Int?
        package var message: String
        /// How the command ends.
        package var exitCode: ExitCode
    }

    package var version = 1
    /// Whether it was only looked at, and nothing was changed.
    package var checked: Bool
    package var changes: [Change] = []
    /// What is no difference, and worth to know all the same.
    package var notes: [String] = []
    package var problems: [Problem] = []

    package init(checked: Bool) {
        self.checked = checked
    }

    private enum CodingKeys: String, CodingKey {
        case version, checked, changes, notes, problems
    }
}
