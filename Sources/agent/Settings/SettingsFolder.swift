import Daemon
import Glibc
import INI
import Shared

/// The folder with `sensor-agent.conf` and `sensor-agent.conf.d/*.conf`; what is not there sets nothing.
struct SettingsFolder: Sendable {
    let path: String

    /// The file first, then the drop-ins in the order of their names; a later value takes the place of an earlier one, and an
    /// empty one brings back what holds without a setting.
    ///
    /// - Throws: ``ControlFailure`` with ``ExitCode/badState`` for the first thing that is wrong; it names file, line and key.
    func read() throws(ControlFailure) -> Settings {
        var values: [[String]: SettingsValue] = [:]
        var settings = Settings()
        for file in try files() {
            let text = try text(of: file)
            do throws(INIError) {
                for entry in try INIFile.entries(of: text) {
                    let value = try SettingsValue(entry)
                    // Each is looked at, also one that a later file overrides.
                    var trial = Settings()
                    if !entry.value.isEmpty { try value.take(&trial) }
                    values[[entry.section, entry.key]] = entry.value.isEmpty ? nil : value
                }
            } catch {
                throw ControlFailure(.badState, "\(file.printable(limit: 200)): \(error)")
            }
        }
        do throws(INIError) {
            for value in values.values { try value.take(&settings) }
        } catch {
            throw ControlFailure(.badState, "\(path.printable(limit: 200)): \(error)")
        }
        return settings
    }

    private func files() throws(ControlFailure) -> [String] {
        let folder = path + "/sensor-agent.conf.d"
        guard let names = try Self.names(in: folder) else { return [path + "/sensor-agent.conf"] }
        let dropIns = names.filter { $0.hasSuffix(".conf") && !$0.hasPrefix(".") }.sorted()
        return [path + "/sensor-agent.conf"] + dropIns.map { "\(folder)/\($0)" }
    }

    /// - Returns: `nil` where there is no such folder.
    private static func names(in folder: String) throws(ControlFailure) -> [String]? {
        guard let stream = opendir(folder) else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw unreadable(folder, String(cString: strerror(errno)))
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            )
        }
        return names
    }

    private func text(of file: String) throws(ControlFailure) -> String {
        do {
            return try TextFile.read(file, takesPipes: false)
        } catch {
            var status = stat()
            // A link to nothing is there all the same.
            let isThere = lstat(file, &status) == 0
            if !isThere, error.code == ENOENT || error.code == ENOTDIR { return "" }
            throw Self.unreadable(file, error.reason)
        }
    }

    private static func unreadable(_ path: String, _ reason: String) -> ControlFailure {
        ControlFailure(
            .badState,
            "can't read the settings \(path.printable(limit: 200)): \(reason); put a file there that the daemon's user can read, or "
                + "take it away"
        )
    }
}
