import SQLite
import Sealing
import Shared

/// The secret column of `agent.db`: as it is stored, sealed with the owner's key where there is one.
struct CredentialSeal: Sendable {
    private let current: SecretBox?
    private let previous: SecretBox?

    /// JSON, which stands there when it is not sealed, begins otherwise.
    private static let mark = "sealed:"

    /// - Throws: ``SealingError/badKey``, ``SealingError/noRandomness``
    init(_ keys: StoreKeys) throws(SealingError) {
        // A key of its own for this purpose, whatever else the owner uses the same one for.
        func box(_ key: Secret?) throws(SealingError) -> SecretBox? {
            guard let key else { return nil }
            return try SecretBox(subkey: 1, context: "agent.db", of: key)
        }
        current = try box(keys.current)
        previous = try box(keys.previous)
    }

    var hasKey: Bool { current != nil || previous != nil }

    func stored(_ credentials: Secret) -> SQLiteValue {
        guard let current else { return .text(credentials.exposed) }
        return .text(Self.mark + current.seal(Array(credentials.exposed.utf8)))
    }

    /// - Throws: ``SQLiteError`` when it is sealed and does not open; ``isOpen(_:)`` was asked at the start.
    func opened(_ text: String) throws(SQLiteError) -> Secret {
        guard let secret = secret(text) else { throw .unexpectedValue("a secret does not open") }
        return secret
    }

    func isSealed(_ text: String) -> Bool { text.hasPrefix(Self.mark) }

    /// `nil` when no key opens it.
    func secret(_ text: String) -> Secret? {
        guard isSealed(text) else { return Secret(text) }
        let sealed = String(text.dropFirst(Self.mark.count))
        for box in [current, previous].compactMap(\.self) {
            // The next key is tried.
            if let bytes = try? box.open(sealed) { return Secret(String(decoding: bytes, as: UTF8.self)) }
        }
        return nil
    }

    /// Whether it stands there as it is to stand: sealed with the key of now, or not at all without one.
    func isAsWanted(_ text: String) -> Bool {
        guard let current else { return !isSealed(text) }
        // What another key sealed is sealed anew.
        return isSealed(text) && (try? current.open(String(text.dropFirst(Self.mark.count)))) != nil
    }
}
