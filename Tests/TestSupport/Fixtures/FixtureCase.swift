import FoundationEssentials
import Testing

/// One case of `Tests/Fixtures`: what a machine shows, and what a family must make of it (`Tests/Fixtures/README.md`).
package struct FixtureCase: Sendable, Decodable, CustomTestStringConvertible {
    package var id: String
    package var provider: String
    package var shows: String
    package var files: [String]
    package var expect: [FixtureExpectation]
    /// Path below `/sys` and what its reads answer.
    package var readErrors: [String: FixtureReadErrors]?
    /// How many samples; `nil` is one.
    package var samples: Int?
    package var sampleTimes: [Double]?
    package var sampleMonotonicTimes: [Double]?
    package var distinctIDs: Bool?
    package var distinctNames: Bool?
    package var idMustNotContain: [String]?
    package var idPattern: String?
    package var mustNotContain: [String]?
    /// `device/reading` that keep one id through all samples.
    package var sameIDAcrossSamples: [String]?
    /// Pairs of `device/reading[@sample]` that have one id.
    package var sameIDPairs: [[String]]?
    /// Mount points that may not be asked.
    package var mustNotStatvfs: [String]?
    /// `device/reading` that is listed exactly once.
    package var exactlyOnePer: [String]?
    package var limits: [String: Double]?
    package var settleMilliseconds: Int?
    package var categories: [String]?
    package var maxReportsTotal: Int?

    private enum CodingKeys: String, CodingKey {
        case id, provider, shows, files, expect, samples, limits, categories
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

    package var testDescription: String { id }

    package var sampleCount: Int { samples ?? 1 }

    /// All cases of a provider, by id.
    ///
    /// - Parameter provider: A folder of `Tests/Fixtures`: `battery`, `udev`.
    package static func all(of provider: String) throws -> [FixtureCase] {
        let folder = "\(fixtures)/\(provider)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            try JSONDecoder().decode(
                FixtureCase.self,
                from: Data(contentsOf: URL(filePath: "\(folder)/\(name)/case.json"))
            )
        }
    }

    /// The bytes of one of the case's files.
    package func bytes(of file: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: "\(Self.fixtures)/\(provider)/\(id)/\(file)")))
    }

    /// The first of these files that the case has.
    package func first(of names: String...) -> String? {
        names.first { files.contains($0) }
    }

    /// `Tests/Fixtures` of this checkout.
    package static let fixtures = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures").path
}
