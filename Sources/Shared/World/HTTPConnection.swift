/// A connection that is kept alive from request to request and made anew when it broke.
package protocol HTTPConnection: Sendable {
    /// Sends one request and waits for the whole answer; requests of one connection queue up. Redirects are not followed.
    ///
    /// - Throws: ``HTTPError``; a cancelled task throws ``HTTPError/cancelled`` at once.
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse

    /// Ends the connection and whatever is in flight.
    func close()
}
