import Shared

/// One way to the webhook of a server.
struct Route: Sendable, Hashable {
    /// Whose word it goes by; kept for ever.
    enum Way: String, Codable, Sendable {
        case url, cloudhook, external
        case remoteUI = "remote_ui"
    }

    let way: Way
    /// For messages and for questions beside the webhook.
    let base: ServerURL
    let endpoint: Secret
    let plainHTTP: HTTPRequest.PlainHTTP
    let settings: ConnectionSettings
}

extension Route {
    /// All ways to a server in the order in which they are tried: the last good one, and then the local one, since this machine
    /// mostly stands beside its server.
    ///
    /// - Throws: ``OnboardingError/damagedCredentials`` when the owner's own URL is none.
    static func all(_ credentials: Credentials) throws(OnboardingError) -> [Route] {
        let path = "/api/webhook/\(credentials.webhookID.exposed)"
        let plainHTTP: HTTPRequest.PlainHTTP = credentials.allowsPlainHTTP ? .anywhere : .onlyLocal
        func route(_ way: Way, _ base: ServerURL, _ endpoint: Secret? = nil) -> Route {
            Route(
                way: way,
                base: base,
                endpoint: endpoint ?? base.appending(path),
                plainHTTP: plainHTTP,
                settings: credentials.settings
            )
        }
        guard let local = url(credentials.baseURL) else { throw .damagedCredentials }
        var routes = [route(.url, local)]
        // What the server announces is not the owner's word: only with TLS.
        if let hook = credentials.cloudhookURL, let base = url(hook.exposed), !base.isPlain {
            routes.append(route(.cloudhook, base, hook))
        }
        if let remote = credentials.remoteUIURL.flatMap(url), !remote.isPlain {
            routes.append(route(.remoteUI, remote))
        }
        if let external = credentials.externalURL.flatMap(url) {
            routes.append(route(.external, external))
        }
        var seen: Set<Secret> = []
        let distinct = routes.filter { seen.insert($0.endpoint).inserted }
        return distinct.filter { $0.way == credentials.lastWay } + distinct.filter { $0.way != credentials.lastWay }
    }

    private static func url(_ text: String) -> ServerURL? {
        do { return try ServerURL(text) } catch { return nil }
    }
}
