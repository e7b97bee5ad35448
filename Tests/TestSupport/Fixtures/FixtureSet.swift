import FoundationEssentials
import Testing

/// A folder of cases: `<provider>/<case>/case.json`.
package struct FixtureSet: Sendable {
    /// A case, or why it can't be one: a broken case fails alone.
    package struct Entry: Sendable, CustomTestStringConvertible {
        package var provider: String
        package var name: String
        package var fixture: Result<FixtureCase, any Error>

        package var testDescription: String { "\(provider)/\(name)" }
    }

    package enum Failure: Error {
        case noCase(folder: String)
        case unknownProvider(folder: String)
        /// `index.json` has a case that is not there, or lacks one that is.
        case otherThanIndex(folder: String, [String])
    }

    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// `Tests/Fixtures` of this checkout.
    package static let adopted = FixtureSet(
        folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures").path
    )

    /// The set in the folder that `SENSOR_FIXTURES` names, else the adopted one.
    package static var chosen: FixtureSet {
        let named = ProcessInfo.processInfo.environment["SENSOR_FIXTURES"] ?? ""
        return named.isEmpty ? adopted : FixtureSet(folder: named)
    }

    package static let providers = ["battery", "thermal", "storage", "network", "udev"]

    /// All cases, by provider and id.
    ///
    /// - Parameter wanted: The providers whose cases are wanted; a set need not have any.
    /// - Throws: ``Failure`` for a folder without a case, or with one of a provider that nobody knows.
    package func entries(of wanted: [String] = providers) throws -> [Entry] {
        var entries: [Entry] = []
        for provider in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            // A file beside the folders has no content; a folder without cases is none of a set.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(provider)")) ?? []
            for name in names.sorted() {
                let path = "\(folder)/\(provider)/\(name)"
                guard FileManager.default.fileExists(atPath: "\(path)/case.json") else { continue }
                guard Self.providers.contains(provider) || provider == "plugins" else {
                    throw Failure.unknownProvider(folder: path)
                }
                entries.append(Entry(provider: provider, name: name, fixture: Result { try FixtureCase(folder: path) }))
            }
        }
        try compare(entries)
        guard entries.contains(where: { Self.providers.contains($0.provider) }) else {
            throw Failure.noCase(folder: folder)
        }
        return entries.filter { wanted.contains($0.provider) }
    }

    private func compare(_ entries: [Entry]) throws {
        struct Index: Decodable {
            struct Case: Decodable {
                var dir: String
            }
            var cases: [Case]
        }
        let file = "\(folder)/index.json"
        // A set may do without its index.
        guard FileManager.default.fileExists(atPath: file) else { return }
        let index = try JSONDecoder().decode(Index.self, from: Data(contentsOf: URL(filePath: file)))
        let listed = Set(index.cases.map(\.dir)).filter { !$0.hasPrefix("plugins/") }
        let found = Set(entries.filter { $0.provider != "plugins" }.map { "\($0.provider)/\($0.name)" })
        let difference = listed.symmetricDifference(found).sorted()
        guard difference.isEmpty else { throw Failure.otherThanIndex(folder: folder, difference) }
    }
}
