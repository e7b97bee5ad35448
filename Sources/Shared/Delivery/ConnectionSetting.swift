/// One of the ``ConnectionSettings`` of a server, as its owner changes it; `nil` takes it away.
package enum ConnectionSetting: Codable, Sendable, Hashable {
    case certificates(String?)
    case pinnedKeys(String?)
    case clientCertificate(Secret?)
    case proxy(Secret?)
}
