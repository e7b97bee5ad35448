/// Why something could not be sealed or opened. No case holds a key or a text.
package enum SealingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key is not 64 hexadecimal digits.
    case badKey
    /// The nonce is not 24 bytes.
    case badNonce
    /// libsodium found no source of randomness.
    case noRandomness
    /// Not standard base64 with padding.
    case notBase64
    /// Shorter than nonce and tag.
    case tooShort
    /// Sealed with another key, or changed on the way.
    case doesNotOpen

    package var description: String {
        switch self {
        case .badKey: "the encryption key is not 64 hexadecimal digits"
        case .badNonce: "the nonce is not \(SecretBox.nonceLength) bytes"
        case .noRandomness: "the system gives no random numbers, so nothing can be encrypted; check /dev/urandom"
        case .notBase64: "the sealed text is not standard base64 with padding"
        case .tooShort: "the sealed text is too short"
        case .doesNotOpen: "the sealed text does not open: it was made with another key, or changed on the way"
        }
    }
}
