/// Makes connections to HTTP servers.
package protocol HTTPTransport: Sendable {
    /// One kept-alive connection with one request in flight at a time; nothing is sent before its first request.
    func connection() -> any HTTPConnection
}
