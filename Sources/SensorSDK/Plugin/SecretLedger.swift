import Synchronization

/// Which stand-ins of a plugin's ids mean which secrets: the plugin works with the stand-in, the host gets the secret and
/// puts salted digits in its place.
final class SecretLedger: Sendable {
    private let secrets = Mutex<[String: String]>([:])

    /// 12 digits that stand for a secret inside of this plugin; the same in each of its processes.
    func standIn(for parts: [String]) -> String {
        let secret = parts.joined(separator: "\0")
        let alphabet = Array("0123456789abcdef".utf8)
        let digits = StableDigest.bytes(Array(secret.utf8)).prefix(6)
            .flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }
        let standIn = String(decoding: digits, as: UTF8.self)
        secrets.withLock { $0[standIn] = secret }
        return standIn
    }

    /// The id as it goes to the host.
    func wire(_ id: SensorID) -> PluginID {
        PluginID(segments: [segments(of: id.thing), segments(of: id.reading)])
    }

    /// The id as the plugin itself writes it.
    func local(_ id: PluginID, family: String) throws(SensorIDError) -> SensorID {
        try id.resolved(family: family) { self.standIn(for: [$0]) }
    }

    private func segments(of part: String) -> [PluginID.Segment] {
        let known = secrets.withLock { $0 }
        var segments: [PluginID.Segment] = []
        var plain = ""
        var rest = part[...]
        while !rest.isEmpty {
            if let secret = known[String(rest.prefix(12))] {
                if !plain.isEmpty { segments.append(.plain(plain)) }
                plain = ""
                segments.append(.secret(secret))
                rest = rest.dropFirst(12)
            } else {
                plain.append(rest.removeFirst())
            }
        }
        if !plain.isEmpty || segments.isEmpty { segments.append(.plain(plain)) }
        return segments
    }
}
