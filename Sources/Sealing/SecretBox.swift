import CSodium
package import Shared

/// Seals and opens with one key: NaCl secretbox (XSalsa20, Poly1305), the encryption of Home Assistant's `mobile_app`.
///
/// A sealed text is standard base64, with padding, of nonce (24 bytes), tag (16) and ciphertext.
///
/// Safe to share although it holds a pointer: the bytes behind it are written in an `init` and wiped in `deinit` only.
package final class SecretBox: @unchecked Sendable {
    package static let nonceLength = Int(crypto_secretbox_NONCEBYTES)
    private static let keyLength = Int(crypto_secretbox_KEYBYTES)
    private static let tagLength = Int(crypto_secretbox_MACBYTES)

    private let key: UnsafeMutablePointer<UInt8>

    /// - Parameter hexadecimal: 64 digits, the `secret` of a registration.
    /// - Throws: ``SealingError/badKey``, ``SealingError/noRandomness``
    package init(hexadecimal: Secret) throws(SealingError) {
        guard Sodium.isReady else { throw .noRandomness }
        let digits = hexadecimal.exposed
        key = .allocate(capacity: Self.keyLength)
        var length = 0
        let status = sodium_hex2bin(key, Self.keyLength, digits, digits.utf8.count, nil, &length, nil)
        // From here on `deinit` runs even when this throws: every stored value is set.
        guard status == 0, length == Self.keyLength else { throw .badKey }
    }

    /// Seals with a key that is derived from another one (libsodium's `crypto_kdf`, which is BLAKE2b), so that what is sealed
    /// for one purpose never opens as something for another.
    ///
    /// - Parameters:
    ///   - number: Which subkey.
    ///   - context: 8 ASCII characters that name what the subkeys are for.
    ///   - master: 64 hexadecimal digits.
    /// - Throws: ``SealingError/badKey``, ``SealingError/noRandomness``
    package convenience init(subkey number: UInt64, context: StaticString, of master: Secret) throws(SealingError) {
        let context = Array("\(context)".utf8.map(CChar.init(bitPattern:)))
        precondition(context.count == Int(crypto_kdf_CONTEXTBYTES), "a context has 8 characters")
        try self.init(hexadecimal: master)
        var subkey = [UInt8](repeating: 0, count: Self.keyLength)
        crypto_kdf_derive_from_key(&subkey, Self.keyLength, number, context, key)
        key.update(from: subkey, count: Self.keyLength)
        sodium_memzero(&subkey, subkey.count)
    }

    deinit {
        sodium_memzero(key, Self.keyLength)
        key.deallocate()
    }

    /// Seals with a fresh random nonce.
    package func seal(_ plaintext: [UInt8]) -> String {
        var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
        randombytes_buf(&nonce, nonce.count)
        return sealed(plaintext, nonce)
    }

    /// Seals with a given nonce, which must never be used twice: for tests with known answers.
    ///
    /// - Throws: ``SealingError/badNonce``
    func seal(_ plaintext: [UInt8], nonce: [UInt8]) throws(SealingError) -> String {
        guard nonce.count == Self.nonceLength else { throw .badNonce }
        return sealed(plaintext, nonce)
    }

    /// - Throws: ``SealingError/notBase64``, ``SealingError/tooShort``, ``SealingError/doesNotOpen``
    package func open(_ text: String) throws(SealingError) -> [UInt8] {
        let bytes = try Self.decoded(text)
        let overhead = Self.nonceLength + Self.tagLength
        guard bytes.count >= overhead else { throw .tooShort }
        let nonce = Array(bytes[..<Self.nonceLength])
        let box = Array(bytes[Self.nonceLength...])
        var plaintext = [UInt8](repeating: 0, count: bytes.count - overhead)
        let status = crypto_secretbox_open_easy(&plaintext, box, UInt64(box.count), nonce, key)
        guard status == 0 else { throw .doesNotOpen }
        return plaintext
    }

    private func sealed(_ plaintext: [UInt8], _ nonce: [UInt8]) -> String {
        var box = [UInt8](repeating: 0, count: Self.tagLength + plaintext.count)
        crypto_secretbox_easy(&box, plaintext, UInt64(plaintext.count), nonce, key)
        return Self.encoded(nonce + box)
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        // The length that libsodium asks for counts the zero byte at the end.
        let capacity = sodium_base64_encoded_len(bytes.count, sodium_base64_VARIANT_ORIGINAL)
        var text = [CChar](repeating: 0, count: capacity)
        sodium_bin2base64(&text, capacity, bytes, bytes.count, sodium_base64_VARIANT_ORIGINAL)
        return String(decoding: text.dropLast().lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func decoded(_ text: String) throws(SealingError) -> [UInt8] {
        var length = 0
        var bytes = [UInt8](repeating: 0, count: text.utf8.count / 4 * 3 + 3)
        let status = sodium_base642bin(
            &bytes,
            bytes.count,
            text,
            text.utf8.count,
            nil,
            &length,
            nil,
            sodium_base64_VARIANT_ORIGINAL
        )
        guard status == 0 else { throw .notBase64 }
        return Array(bytes.prefix(length))
    }
}

extension SecretBox: CustomStringConvertible, CustomReflectable {
    package var description: String { "‹secret›" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
