/// What a reload found.
package struct ReloadReport: Codable, Sendable {
    package var version = 1
    package var sensors: Int
    package var problems: [String]
}
