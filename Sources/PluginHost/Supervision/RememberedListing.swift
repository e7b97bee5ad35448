import FoundationEssentials
import Glibc
import SensorSDK

/// What a plugin listed when it was run for that, kept until its file is another one: so a plugin of which nothing is enabled is
/// run once, and not once more with each start of the host.
struct RememberedListing: Codable {
    /// Of the file's content.
    var fingerprint: String
    var sources: [String]
    var hello: PluginMessage.Hello
    var sensors: [PluginSensor]
    /// What was wrong with others.
    var faults: [String]

    /// - Returns: `nil` when there is none, or none of this file and these sources; then the plugin is asked.
    static func load(_ path: String, fingerprint: String, sources: [String]) -> RememberedListing? {
        guard let data = FileManager.default.contents(atPath: path), data.count <= mostBytes,
            // What an other version wrote is as good as nothing.
            let remembered = try? JSONDecoder().decode(RememberedListing.self, from: data),
            remembered.fingerprint == fingerprint, remembered.sources == sources
        else { return nil }
        return remembered
    }

    /// What can't be kept is asked again after the next start, which is all that is lost.
    func save(_ path: String) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        mkdir(folder, 0o700)
        // Whole or not at all.
        try? data.write(to: URL(filePath: path), options: .atomic)
    }

    private static let mostBytes = 1 << 20
}
