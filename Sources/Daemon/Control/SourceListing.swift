/// Sources that the owner named, as `agent sensors sources --json` prints them.
package struct SourceListing: Codable, Sendable {
    package struct Source: Codable, Sendable, Hashable {
        package var family: String
        package var source: String

        package init(family: String, source: String) {
            self.family = family
            self.source = source
        }
    }

    package var version = 1
    /// By family, in the order in which they were named.
    package var sources: [Source]
}
