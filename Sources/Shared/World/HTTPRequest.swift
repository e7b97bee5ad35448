/// One HTTP request.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// Which servers a request without TLS may reach, decided by the address that was connected to and before any byte of
    /// the request is written.
    package enum PlainHTTP: Sendable {
        /// Loopback, link-local, RFC 1918, ULA, 100.64/10.
        case onlyLocal
        case anywhere
    }

    package var method: Method
    /// Holds the webhook id in its path, so it is as secret as a token.
    package var url: Secret
    /// Name and value; a value may be a token.
    package var headers: [(name: String, value: Secret)]
    package var body: [UInt8]
    package var plainHTTP: PlainHTTP
    /// What the owner set for this server.
    package var settings: ConnectionSettings
    /// For the whole exchange.
    package var timeout: Duration
    /// The most bytes of an answer that are taken; a longer one is ``HTTPError/answerTooLong``. Anybody may have sent it, and read
    /// as JSON it takes some 36 times as much; 10,000 entities of Home Assistant are told in less.
    package var longestAnswer: Int

    package init(
        method: Method,
        url: Secret,
        headers: [(name: String, value: Secret)] = [],
        body: [UInt8] = [],
        plainHTTP: PlainHTTP = .onlyLocal,
        settings: ConnectionSettings = ConnectionSettings(),
        timeout: Duration = .seconds(30),
        longestAnswer: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.plainHTTP = plainHTTP
        self.settings = settings
        self.timeout = timeout
        self.longestAnswer = longestAnswer
    }
}
