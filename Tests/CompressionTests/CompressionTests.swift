import Compression
import TestSupport
import Testing

@Suite struct CompressionTests {
    private static let text = Array(String(repeating: #"{"sensor":"battery.bat0.level","value":71},"#, count: 50).utf8)

    @Test(
        "what is compressed comes back whole, also when it takes exactly as much as is allowed",
        arguments: [
            Compression.Form.zlib, .gzip,
        ]
    )
    func roundTrip(form: Compression.Form) throws {
        let packed = try #require(Compression.compressed(Self.text, as: form))
        #expect(packed.count < Self.text.count / 5)
        #expect(try Compression.decompressed(packed, from: form, atMost: Self.text.count) == Self.text)
        #expect(throws: CompressionError.tooLong) {
            try Compression.decompressed(packed, from: form, atMost: Self.text.count - 1)
        }
    }

    @Test("what gets no shorter is not compressed")
    func noise() {
        var chance = SeededChance(seed: 1)
        #expect(Compression.compressed((0..<500).map { _ in UInt8(chance.below(256)) }, as: .gzip) == nil)
        #expect(Compression.compressed([], as: .zlib) == nil)
        #expect(Compression.compressed([0x7b], as: .zlib) == nil)
    }

    @Test("a few bytes that would become a thousand times as many are refused, without room for all of them")
    func bomb() throws {
        let bomb = try #require(Compression.compressed([UInt8](repeating: 0x20, count: 50 << 20), as: .zlib))
        #expect(bomb.count < 60_000)
        #expect(throws: CompressionError.tooLong) {
            try Compression.decompressed(bomb, from: .zlib, atMost: 1 << 20)
        }
    }

    @Test(
        "bytes that are damaged anywhere, cut off, followed by more, or in the other form are refused or mean the same"
    )
    func damaged() throws {
        let packed = try #require(Compression.compressed(Self.text, as: .zlib))
        let opened = { (bytes: [UInt8]) in try? Compression.decompressed(bytes, from: .zlib, atMost: 1 << 16) }
        for length in 0..<packed.count { #expect(opened(Array(packed[..<length])) == nil) }
        for index in packed.indices {
            var bytes = packed
            bytes[index] ^= 0x10
            #expect([nil, Self.text].contains(opened(bytes)))
        }
        #expect(opened(packed + [0]) == nil)
        #expect(opened(Self.text) == nil)
        #expect(opened(try #require(Compression.compressed(Self.text, as: .gzip))) == nil)
    }
}
