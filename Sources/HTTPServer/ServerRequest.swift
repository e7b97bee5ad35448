/// One whole request, as a client sent it.
package struct ServerRequest: Sendable {
    /// In capitals, as sent: `POST`.
    package var method: String
    /// Percent-decoded, without the query.
    package var path: String
    /// The parameters behind `?`, percent-decoded; one without `=` is empty, of a repeated one the last counts.
    package var query: [String: String]
    /// By lower-case name; the values of a repeated one are joined by `, `.
    package var headers: [String: String]
    package var body: [UInt8]
    /// Counts the connections of one server from 1; requests over one kept-alive connection have the same number.
    package var connection: UInt64

    package init(
        method: String,
        path: String,
        query: [String: String] = [:],
        headers: [String: String] = [:],
        body: [UInt8] = [],
        connection: UInt64 = 1
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.connection = connection
    }
}
