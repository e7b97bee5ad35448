import FoundationEssentials

/// Known answers, computed with PyNaCl and opened again the way Home Assistant opens them.
struct SecretBoxVectors: Decodable {
    struct Vector: Decodable {
        var name: String
        var key: String
        /// 48 digits; `nil` where opening must fail.
        var nonce: String?
        var plaintext: String?
        var sealed: String

        private enum CodingKeys: String, CodingKey {
            case name
            case key = "key_hex"
            case nonce = "nonce_hex"
            case plaintext = "plaintext_utf8"
            case sealed = "encrypted_data"
        }
    }

    var mustOpen: [Vector]
    var mustFail: [Vector]

    private enum CodingKeys: String, CodingKey {
        case mustOpen = "must_open"
        case mustFail = "must_fail"
    }

    static func read() throws -> SecretBoxVectors {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/secretbox-vectors.json")
        return try JSONDecoder().decode(SecretBoxVectors.self, from: Data(contentsOf: file))
    }
}
