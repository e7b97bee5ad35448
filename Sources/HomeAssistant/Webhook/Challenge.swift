import FoundationEssentials
import Shared

/// A word that only the holder of the key can give back, sealed, now: an answer that was recorded earlier has another.
struct Challenge: Encodable, Sendable {
    /// `c` and 32 random hexadecimal digits; digits alone would come back as a number.
    private let word: String

    init() {
        let alphabet = Array("0123456789abcdef".utf8)
        var digits: [UInt8] = [UInt8(ascii: "c")]
        for byte in Current.randomBytes(16) {
            digits.append(alphabet[Int(byte >> 4)])
            digits.append(alphabet[Int(byte & 15)])
        }
        word = String(decoding: digits, as: UTF8.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["c": ["template": word]])
    }

    /// Whether this is what a server makes of it.
    func isMet(by plaintext: [UInt8]) -> Bool {
        // Anything but an object of texts is no such answer.
        let answer = try? JSONDecoder().decode([String: String].self, from: Data(plaintext))
        return answer == ["c": word]
    }
}
