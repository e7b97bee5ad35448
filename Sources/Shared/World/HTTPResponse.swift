/// A whole answer.
package struct HTTPResponse: Sendable, Hashable {
    package var status: Int
    package var body: [UInt8]
    /// Where a redirect points to; for people only, it is never followed.
    package var location: String?
    /// Whether the request went over the same unbroken connection as the one before it.
    package var isSameConnection: Bool

    package init(status: Int, body: [UInt8], location: String? = nil, isSameConnection: Bool = false) {
        self.status = status
        self.body = body
        self.location = location
        self.isSameConnection = isSameConnection
    }
}
