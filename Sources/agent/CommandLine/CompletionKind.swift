/// What a word on the command line names, and so where its completions come from.
enum CompletionKind: Sendable {
    case nothing
    case files
    case folders
    /// Names of servers, asked of the daemon.
    case servers
    /// Ids and families of sensors, asked of the daemon.
    case patterns
    /// Ids of sensors alone, asked of the daemon.
    case sensors
    /// Families whose sources can be named.
    case families
    /// Names of plugins, asked of the daemon.
    case plugins
    case commands
}
