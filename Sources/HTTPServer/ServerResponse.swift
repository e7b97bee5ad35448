/// What a server says to one request, and what becomes of the connection.
package struct ServerResponse: Sendable {
    package enum Ending: Sendable {
        /// The connection stays for the next request, unless the client wants it closed.
        case keepAlive
        /// The connection ends after the answer.
        case close
        /// The connection ends, and nothing is answered.
        case dropWithoutAnswer
        /// The connection stays open until the server stops, and nothing is answered.
        case neverAnswer
    }

    package var status: Int
    /// `Content-Length` and `Date` come by themselves.
    package var headers: [String: String]
    package var body: [UInt8]
    package var ending: Ending
    /// Whether a good answer (below 400) lets the client keep the connection for the next time.
    package var earnsTrust = true

    package init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [], ending: Ending = .keepAlive) {
        self.status = status
        self.headers = headers
        self.body = body
        self.ending = ending
    }
}
