import Compression
package import Shared

/// A batch as it is sealed: its JSON, or where that is shorter, JSON that zlib has compressed. Both are told apart by the first
/// byte: JSON begins with `{`, and nothing of zlib's does.
package enum PackedText {
    /// The most JSON that a receiver makes of a batch, four times what an agent puts into one.
    package static let longest = 1 << 20

    /// Below it there is nothing to be gained.
    private static let leastWorthwhile = 200

    static func packed(_ text: [UInt8]) -> [UInt8] {
        text.count < leastWorthwhile ? text : Compression.compressed(text, as: .zlib) ?? text
    }

    /// - Throws: ``ReceiverRefusal/oversize`` and ``ReceiverRefusal/malformed``
    package static func unpacked(_ bytes: [UInt8]) throws(ReceiverRefusal) -> [UInt8] {
        if bytes.first == UInt8(ascii: "{") { return bytes }
        do {
            return try Compression.decompressed(bytes, from: .zlib, atMost: longest)
        } catch {
            throw error == .tooLong ? .oversize : .malformed
        }
    }
}
