/// A whole answer.
package struct HTTPResponse: Sendable, Hashable {
    package var status: Int
    package var body: [UInt8]
    /// Where a redirect points to; for people only, it is never followed.
    package var location: String?
    /// Whether the request went over the same unbroken connection as the one before it.
    package var isSameConnection: Bool
    /// What the server asks to wait before the next request (`Retry-After`); `nil` when it does not.
    package var retryAfter: Duration?

    package init(
        status: Int,
        body: [UInt8],
        location: String? = nil,
        isSameConnection: Bool = false,
        retryAfter: Duration? = nil
    ) {
        self.status = status
        self.body = body
        self.location = location
        self.isSameConnection = isSameConnection
        self.retryAfter = retryAfter
    }
}
