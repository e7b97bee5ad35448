/// What `agent doctor` found, as it prints it with `--json`.
package struct Diagnosis: Codable, Sendable {
    package var version = 1
    package var checks: [HealthCheck]

    package init(checks: [HealthCheck]) {
        self.checks = checks
    }

    private enum CodingKeys: String, CodingKey {
        case version, checks
    }
}
