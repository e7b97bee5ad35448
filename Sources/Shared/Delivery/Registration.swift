/// What a server gave to a machine that introduced itself.
package struct Registration: Sendable {
    /// ``ServerRecord/credentials``
    package var credentials: Secret
    /// ``ServerRecord/url``, put in order.
    package var url: String
    package var version: String?
    /// What the home calls itself; for people.
    package var homeName: String?

    package init(credentials: Secret, url: String, version: String?, homeName: String?) {
        self.credentials = credentials
        self.url = url
        self.version = version
        self.homeName = homeName
    }
}
