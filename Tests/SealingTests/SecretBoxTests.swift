import Shared
import Testing

@testable import Sealing

@Suite struct SecretBoxTests {
    let key = Secret(String(repeating: "5a", count: 32))

    @Test("D36: every known answer is sealed to the same text and opens again")
    func knownAnswers() throws {
        let vectors = try SecretBoxVectors.read().mustOpen
        #expect(vectors.count >= 12)
        for vector in vectors {
            let box = try SecretBox(hexadecimal: Secret(vector.key))
            let nonce = try bytes(#require(vector.nonce))
            let plaintext = try Array(#require(vector.plaintext).utf8)
            #expect(try box.seal(plaintext, nonce: nonce) == vector.sealed, "\(vector.name)")
            #expect(try box.open(vector.sealed) == plaintext, "\(vector.name)")
        }
    }

    @Test("what was changed, cut, or sealed with another key does not open")
    func mustFail() throws {
        let vectors = try SecretBoxVectors.read().mustFail
        #expect(vectors.count >= 9)
        for vector in vectors {
            let box = try SecretBox(hexadecimal: Secret(vector.key))
            #expect(throws: SealingError.self, "\(vector.name)") { try box.open(vector.sealed) }
        }
    }

    @Test(
        "what is sealed opens again, and the same text never seals to the same twice",
        arguments: [0, 1, 2, 3, 100_000]
    )
    func roundTrip(length: Int) throws {
        let box = try SecretBox(hexadecimal: key)
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let one = box.seal(plaintext)
        let two = box.seal(plaintext)
        #expect(one != two)
        #expect(try box.open(one) == plaintext)
        #expect(try box.open(two) == plaintext)
    }

    @Test(
        "D36: a key that is not 64 hexadecimal digits is refused",
        arguments: ["", "5a", String(repeating: "5a", count: 33), String(repeating: "5g", count: 32), "5a 5a"]
    )
    func badKey(text: String) {
        #expect(throws: SealingError.badKey) { try SecretBox(hexadecimal: Secret(text)) }
    }

    @Test("subkeys are those that BLAKE2b gives with salt and personalisation, as other languages derive them")
    func subkeys() throws {
        let master = Secret((0..<32).map { UInt8($0) }.hexadecimal)
        // Of Python: hashlib.blake2b(b"", digest_size=32, key=…, salt=number, person=b"snsagent").
        let known = [
            "59895d01cf20923d4c17703de9ab199911d9f5fe9444f86789393060b3fd7094",
            "47428c953018421fea530e207ac073255047d97b76e8b53868f14fdc32709a11",
        ]
        for (index, key) in known.enumerated() {
            let box = try SecretBox(subkey: UInt64(index + 1), context: "snsagent", of: master)
            let sealed = box.seal([1, 2, 3])
            #expect(try SecretBox(hexadecimal: Secret(key)).open(sealed) == [1, 2, 3])
            #expect(throws: SealingError.doesNotOpen) { try SecretBox(hexadecimal: master).open(sealed) }
            #expect(throws: SealingError.doesNotOpen) {
                try SecretBox(hexadecimal: Secret(known[1 - index])).open(sealed)
            }
        }
        #expect(throws: SealingError.badKey) { try SecretBox(subkey: 1, context: "snsagent", of: Secret("5a")) }
    }

    @Test("no way of printing a box shows its key")
    func hidden() throws {
        let box = try SecretBox(hexadecimal: key)
        var dumped = ""
        dump(box, to: &dumped)
        for text in ["\(box)", String(describing: box), String(reflecting: box), dumped] {
            #expect(!text.contains("5a5a"))
            #expect(!text.contains("key"))
        }
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
}
