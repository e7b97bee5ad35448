/// Which servers a command is about.
package enum ServerChoice: Codable, Sendable, Hashable {
    /// None was named: right as long as there is exactly one.
    case onlyOne
    case named(String)
    case all
}
