/// A language in which `agent plugins new` writes.
enum PluginLanguage: String, CaseIterable {
    case swift, python, shell
}
