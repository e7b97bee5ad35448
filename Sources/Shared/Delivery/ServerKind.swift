/// A kind of server that data can be delivered to: `homeassistant`, `webhook`.
package protocol ServerKind: Sendable {
    /// Its word in the store and on the command line.
    var name: String { get }

    /// Whether its servers get everything that was read, rather than the newest value of each sensor.
    var keepsHistory: Bool { get }

    /// Finds out whether anything answers at a URL, before a token is asked for; nothing of this machine is sent.
    ///
    /// - Throws: ``OnboardingError`` when no server that could be used answers there.
    func probe(_ question: ServerQuestion) async throws(OnboardingError)

    /// Introduces this machine to a server. What it returns must be stored durably before anything else is sent.
    ///
    /// - Throws: ``OnboardingError``; nothing of this machine is left on the server then, as far as that can be known.
    func register(_ machine: Onboarding) async throws(OnboardingError) -> Registration

    /// A server's record after its owner changed something of it; nothing is asked of the server.
    ///
    /// - Throws: ``OnboardingError`` when the new value can't be used.
    func changed(_ server: ServerRecord, by change: ServerChange) throws(OnboardingError) -> ServerRecord

    /// What its owner chose of a server, as changes that would bring it about elsewhere; no secrets.
    ///
    /// - Throws: ``OnboardingError/damagedCredentials`` when the record can't be read.
    func choices(of server: ServerRecord) throws(OnboardingError) -> [ServerChange]

    /// Prepares deliveries to a server; nothing is sent before the first one.
    ///
    /// - Throws: ``OnboardingError/damagedCredentials`` when the record can't be read.
    func link(to server: ServerRecord) throws(OnboardingError) -> any ServerLink
}

extension ServerKind {
    package var keepsHistory: Bool { false }

    package func probe(_ question: ServerQuestion) async throws(OnboardingError) {}

    package func choices(of server: ServerRecord) throws(OnboardingError) -> [ServerChange] { [.url(server.url)] }
}
