import Daemon
import INI

/// One setting: what error messages, manual page and the shipped file say about it, and what it does.
struct SettingsKey: Sendable {
    let section: String
    let key: INIKey
    /// What stands for a key of which there are many, such as `FAMILY`; `nil` where it has one name.
    let variable: String?
    /// What holds without a setting, as the file would say it; empty where each family decides.
    let standard: String
    /// Takes a value over.
    ///
    /// - Throws: ``Refusal`` for a value that can't be taken.
    let take: @Sendable (_ key: String, _ value: String, _ settings: inout Settings) throws(Refusal) -> Void

    /// Why a value can't be taken: what would be.
    struct Refusal: Error {
        let wanted: String
    }

    init(
        _ section: String,
        _ key: INIKey,
        variable: String? = nil,
        standard: String,
        take: @escaping @Sendable (String, String, inout Settings) throws(Refusal) -> Void
    ) {
        self.section = section
        self.key = key
        self.variable = variable
        self.standard = standard
        self.take = take
    }

    /// As the manual names it.
    var shownName: String { variable ?? key.name }
}
