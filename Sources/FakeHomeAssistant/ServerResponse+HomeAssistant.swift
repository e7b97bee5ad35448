import HTTPServer

extension ServerResponse {
    /// The server's "nothing to say": also said to what it refused.
    static let emptyObject = json(200, [:])
    static let unauthorized = plain(401, "401: Unauthorized")
    static let forbidden = plain(403, "403: Forbidden")
    static let notFound = plain(404, "404: Not Found")

    static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
        ServerResponse(status: status, headers: ["Content-Type": "application/json"], body: value.bytes)
    }

    private static func plain(_ status: Int, _ text: String) -> ServerResponse {
        ServerResponse(status: status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
    }
}
