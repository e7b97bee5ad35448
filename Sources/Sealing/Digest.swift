import CSodium
import Glibc
import Shared

/// Cryptographic digests, by libsodium.
package enum Digest {
    /// The 32 bytes of SHA-256.
    @Sendable package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// SHA-256 of all that is in an open file, as hexadecimal digits; `nil` when it can't be read.
    @Sendable package static func sha256(ofFile descriptor: Int32) -> String? {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        var buffer = [UInt8](repeating: 0, count: 65536)
        var offset = 0
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            crypto_hash_sha256_update(&state, buffer, UInt64(count))
            offset += count
        }
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest.hexadecimal
    }
}
