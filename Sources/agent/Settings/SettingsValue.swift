import Daemon
import INI
import Shared

/// One line of a settings file, with the key that it sets.
struct SettingsValue {
    let entry: INIEntry
    private let key: SettingsKey

    /// - Throws: ``INIError`` for a section or key that is not known.
    init(_ entry: INIEntry) throws(INIError) {
        guard SettingsTable.sections.contains(entry.section) else {
            throw .unknownSection(line: entry.line, section: entry.section, known: SettingsTable.sections)
        }
        let keys = SettingsTable.keys(of: entry.section)
        guard let key = keys.first(where: { $0.key.covers(entry.key) }) else {
            throw .unknownKey(line: entry.line, key: entry.key, known: keys.map(\.shownName))
        }
        self.key = key
        self.entry = entry
    }

    /// - Throws: ``INIError/refused(line:reason:)`` for a value that can't be taken.
    func take(_ settings: inout Settings) throws(INIError) {
        do throws(SettingsKey.Refusal) {
            try key.take(entry.key, entry.value, &settings)
        } catch {
            let line = "\(entry.key.printable(limit: 40)) = \(entry.value.printable(limit: 60))"
            throw .refused(line: entry.line, reason: "\(line) is not taken; this key takes \(error.wanted)")
        }
    }
}
