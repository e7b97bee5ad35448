/// A language in which `agent plugins new` writes.
enum PluginLanguage: String, CaseIterable {
    case swift, python, shell

    /// What the first line of its template names, if not every system has it.
    var interpreter: String? { self == .python ? "/usr/bin/python3" : nil }
}
