import FoundationEssentials
import Testing

/// One case of a set of fixtures: what a machine shows, and what a family must make of it (`Tests/Fixtures/README.md`).
package struct FixtureCase: Sendable, Decodable, CustomTestStringConvertible {
    /// A case that is not in the form of its README.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String

        package init(description: String) {
            self.description = description
        }
    }

    package var id: String
    package var provider: String
    package var files: [String]
    package var expect: [FixtureExpectation]
    /// Path below `/sys` and what its reads answer.
    package var readErrors: [String: FixtureReadErrors]?
    /// How many samples; `nil` is one.
    package var samples: Int?
    /// Their boot-time clock.
    package var sampleTimes: [Double]?
    /// Their monotonic clock, which stands still while the machine sleeps; `nil` where it is the same.
    package var sampleMonotonicTimes: [Double]?
    package var distinctIDs: Bool?
    package var distinctNames: Bool?
    package var idMustNotContain: [String]?
    package var idPattern: FixtureIDPattern?
    package var mustNotContain: [String]?
    /// `device/reading` that keep one id through all samples.
    package var sameIDAcrossSamples: [String]?
    /// Groups of `device/reading[@sample]` that have one id.
    package var sameIDPairs: [[String]]?
    /// Mount points that may not be asked.
    package var mustNotStatvfs: [String]?
    /// `device/reading` that is listed exactly once.
    package var exactlyOnePer: [String]?
    package var limits: [String: Double]?
    package var settleMilliseconds: Int?
    package var categories: [String]?
    package var maxReportsTotal: Int?
    package var order: FixtureOrder?

    /// Where its files are.
    package var folder = ""

    private enum CodingKeys: String, CodingKey {
        case id, provider, files, expect, samples, limits, categories, order
        case readErrors = "read_errors"
        case sampleTimes = "sample_times_s"
        case sampleMonotonicTimes = "sample_monotonic_s"
        case distinctIDs = "distinct_ids"
        case distinctNames = "distinct_names"
        case idMustNotContain = "id_must_not_contain"
        case idPattern = "id_pattern"
        case mustNotContain = "must_not_contain"
        case sameIDAcrossSamples = "same_id_across_samples"
        case sameIDPairs = "same_id_pairs"
        case mustNotStatvfs = "must_not_statvfs"
        case exactlyOnePer = "exactly_one_per"
        case settleMilliseconds = "settle_ms"
        case maxReportsTotal = "max_reports_total"
    }

    /// Reads a case from its folder.
    ///
    /// - Throws: ``Failure`` or a decoding error for a case that this code does not understand whole: a key that is passed
    ///   over would be an expectation that nobody checks.
    package init(folder: String) throws {
        let json = FixtureJSON.repaired(try Data(contentsOf: URL(filePath: "\(folder)/case.json")))
        let decoder = JSONDecoder()
        let complaints = try decoder.decode(FixtureShape.self, from: json).complaints
        guard complaints.isEmpty else {
            throw Failure(description: "\(folder)/case.json: \(complaints.joined(separator: "; "))")
        }
        self = try decoder.decode(FixtureCase.self, from: json)
        self.folder = folder
        for file in files where !FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
            throw Failure(description: "\(folder)/case.json names \(file), which is not there")
        }
        for file in files where !FixtureInput.isKnown(file) {
            throw Failure(description: "\(folder)/case.json names \(file), which is no known input")
        }
    }

    package var testDescription: String { id }

    package var sampleCount: Int { samples ?? 1 }

    /// The bytes of one of the case's files.
    package func bytes(of file: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
    }

    /// The bytes of an input as it is in a sample: that sample's own file, else the one for all; `nil` without either.
    package func input(_ input: FixtureInput, sample: Int) throws -> [UInt8]? {
        try input.names(inSample: sample).first { files.contains($0) }.map(bytes)
    }

    /// A case of the adopted set, `Tests/Fixtures` of this checkout.
    package static func adopted(_ provider: String, _ id: String) throws -> FixtureCase {
        try FixtureCase(folder: "\(FixtureSet.adopted.folder)/\(provider)/\(id)")
    }
}
