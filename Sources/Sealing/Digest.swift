import CSodium

/// Cryptographic digests, by libsodium.
package enum Digest {
    /// The 32 bytes of SHA-256.
    @Sendable package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
