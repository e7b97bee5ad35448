import FoundationEssentials
import TestSupport

/// Runs what needs a made-up `/sys` in a process of its own: this test program again, under umockdev, with one job.
///
/// umockdev takes `/sys` away from a whole process, and libsensors can't be told to look elsewhere.
enum MockedMachine {
    /// What the other process is to do with a case.
    enum Job: String, Sendable {
        /// Compare what the family offers and reads with what is expected.
        case walk
        /// Compare what the built program prints with what is expected.
        case program
        /// Find what `sensors -j` says otherwise than the family.
        case sensors
    }

    /// What the process that does a job was told.
    struct Order: Sendable {
        var job: Job
        /// The case's folder.
        var folder: String
        /// Where the complaints go.
        var report: String

        /// `nil` in any other process.
        static var ofThisProcess: Order? {
            let environment = ProcessInfo.processInfo.environment
            guard let job = environment[jobKey].flatMap(Job.init), let folder = environment[folderKey],
                let report = environment[reportKey]
            else { return nil }
            return Order(job: job, folder: folder, report: report)
        }
    }

    private static let jobKey = "SENSOR_AGENT_MOCKED_JOB"
    private static let folderKey = "SENSOR_AGENT_MOCKED_CASE"
    private static let reportKey = "SENSOR_AGENT_MOCKED_REPORT"

    /// Lets another process do a job.
    ///
    /// - Returns: What it found wrong, or otherwise.
    /// - Throws: When it did not come to an end.
    static func complaints(_ job: Job, _ fixture: FixtureCase) async throws -> [String] {
        let folder = try TemporaryFolder()
        let report = folder.path + "/report.json"
        let output = try await ChildProgram.run([
            "env", "\(jobKey)=\(job.rawValue)", "\(folderKey)=\(fixture.folder)", "\(reportKey)=\(report)",
            "umockdev-wrapper", try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            "--testing-library", "swift-testing", "--filter", "^FixtureTests\\.MockedMachineTests",
        ])
        guard output.status != 127 else {
            throw ChildProgram.Failure(description: "umockdev-wrapper is missing: install the package umockdev")
        }
        guard FileManager.default.fileExists(atPath: report) else {
            let said = (output.standardOutput + output.standardError).suffix(2000)
            throw ChildProgram.Failure(
                description: "the process with the made-up machine ended with \(output.status) and no word: \(said)"
            )
        }
        return try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(filePath: report)))
    }
}
