import INI

/// A section of a file that people write, as manual pages name it.
struct FileSection: Sendable {
    /// A key of the section.
    struct Key: Sendable {
        let key: INIKey
        /// What stands for a key of which there are many, such as `FAMILY`; `nil` where it has one name.
        let variable: String?

        init(_ key: INIKey, variable: String? = nil) {
            self.key = key
            self.variable = variable
        }

        /// As the manual names it.
        var shownName: String { variable ?? key.name }
    }

    /// In brackets: `[server NAME]`; empty for what stands before the first.
    let heading: String
    let keys: [Key]
}
