package import Shared

/// The server kind `webhook`: a receiver with a key that its owner made, to which everything is posted, sealed, in order.
package struct WebhookKind: ServerKind {
    package static let word = "webhook"

    package let name = Self.word
    package let keepsHistory = true

    package init() {}

    /// Nothing is kept at the receiver; it is only asked whether it is there, and may well be set up later.
    package func register(_ machine: Onboarding) async throws(OnboardingError) -> Registration {
        let line = try Self.line(in: machine.token)
        // Damaged ones are no hindrance to new ones.
        let previous = machine.previous.flatMap { try? WebhookCredentials(reading: $0) }
        // What the owner says later is about the same agent; the receiver tells by its id what it has.
        if machine.previous != nil, !machine.isCopy, let agent = line.agent, agent != machine.deviceID {
            throw .badKey(detail: "\(KeyFileError.otherAgent)")
        }
        let agent = line.agent ?? machine.deviceID
        let endpoint = try Endpoint(previous?.url.exposed ?? machine.url)
        let settings = machine.settings.completed(by: previous?.settings)
        try settings.check()
        let credentials = WebhookCredentials(
            key: line.key,
            url: endpoint.url,
            settings: settings,
            allowsPlainHTTP: machine.allowsPlainHTTP || previous?.allowsPlainHTTP ?? false
        )
        let link = try WebhookLink(agent: agent, with: credentials, over: Current.http.connection())
        defer { link.close() }
        let fault = await link.deliver(Batch()).fault
        if case .unreachable(.plainHTTPNotLocal(let host, let address)) = fault {
            throw .plainHTTPNotLocal(host: host, address: address)
        }
        return Registration(
            credentials: credentials.stored(),
            url: endpoint.shown,
            version: nil,
            homeName: Self.word,
            deviceID: agent,
            fault: fault
        )
    }

    package func changed(_ server: ServerRecord, by change: ServerChange) throws(OnboardingError) -> ServerRecord {
        var credentials = try WebhookCredentials(reading: server.credentials)
        var server = server
        switch change {
        case .url(let url):
            let endpoint = try Endpoint(url)
            credentials.url = endpoint.url
            server.url = endpoint.shown
        case .externalURL: throw .noSuchSetting(kind: name)
        case .connection(let setting): try credentials.settings.set(setting)
        case .allowsPlainHTTP(let allows): credentials.allowsPlainHTTP = allows
        }
        server.credentials = credentials.stored()
        return server
    }

    package func choices(of server: ServerRecord) throws(OnboardingError) -> [ServerChange] {
        let credentials = try WebhookCredentials(reading: server.credentials)
        // A path may be as good as a password; without it the URL would name another receiver.
        var choices: [ServerChange] = credentials.url.exposed == server.url + "/" ? [.url(server.url)] : []
        choices += credentials.settings.choices
        if credentials.allowsPlainHTTP { choices.append(.allowsPlainHTTP(true)) }
        return choices
    }

    package func link(to server: ServerRecord) throws(OnboardingError) -> any ServerLink {
        try WebhookLink(
            agent: server.deviceID,
            with: WebhookCredentials(reading: server.credentials),
            over: Current.http.connection()
        )
    }

    private static func line(in file: Secret) throws(OnboardingError) -> KeyLine {
        do throws(KeyFileError) {
            let lines = try KeyLine.all(in: file)
            guard lines.count == 1 else { throw .notOne(found: lines.count) }
            return lines[0]
        } catch {
            throw .badKey(detail: "\(error)")
        }
    }
}
