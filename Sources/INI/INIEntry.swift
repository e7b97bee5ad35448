/// One line `key = value` of an INI file.
package struct INIEntry: Sendable, Hashable {
    /// What stands in the brackets above; empty before the first.
    package var section: String
    package var key: String
    /// Without the blanks around it.
    package var value: String
    /// From 1.
    package var line: Int

    package init(section: String, key: String, value: String, line: Int) {
        self.section = section
        self.key = key
        self.value = value
        self.line = line
    }
}
