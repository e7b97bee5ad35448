import Shared

/// One way to the webhook of a server.
struct Route: Sendable, Hashable {
    /// For messages and for questions beside the webhook.
    let base: ServerURL
    let endpoint: Secret
    let plainHTTP: HTTPRequest.PlainHTTP
    let settings: ConnectionSettings
}

extension Route {
    /// All ways to a server in the order in which they are tried: this machine mostly stands beside its server, so the local
    /// one is first.
    ///
    /// - Throws: ``OnboardingError/damagedCredentials`` when the owner's own URL is none.
    static func all(_ credentials: Credentials) throws(OnboardingError) -> [Route] {
        let path = "/api/webhook/\(credentials.webhookID.exposed)"
        let plainHTTP: HTTPRequest.PlainHTTP = credentials.allowsPlainHTTP ? .anywhere : .onlyLocal
        func route(_ base: ServerURL, _ endpoint: Secret? = nil) -> Route {
            Route(
                base: base,
                endpoint: endpoint ?? base.appending(path),
                plainHTTP: plainHTTP,
                settings: credentials.settings
            )
        }
        guard let local = url(credentials.baseURL) else { throw .damagedCredentials }
        var routes = [route(local)]
        // What the server announces is not the owner's word: only with TLS.
        if let hook = credentials.cloudhookURL, let base = url(hook.exposed), !base.isPlain {
            routes.append(route(base, hook))
        }
        if let remote = credentials.remoteUIURL.flatMap(url), !remote.isPlain { routes.append(route(remote)) }
        if let external = credentials.externalURL.flatMap(url) { routes.append(route(external)) }
        var seen: Set<Secret> = []
        return routes.filter { seen.insert($0.endpoint).inserted }
    }

    private static func url(_ text: String) -> ServerURL? {
        do { return try ServerURL(text) } catch { return nil }
    }
}
