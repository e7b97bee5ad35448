package import FoundationEssentials

/// JSON as Python writes it.
package enum FixtureJSON {
    /// With U+FFFD for each half of a surrogate pair that stands alone: Python writes bytes that are no UTF-8 so, and they
    /// are no text for anybody else.
    package static func repaired(_ json: Data) -> Data {
        let bytes = Array(json)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard let unit = escapedUnit(bytes[index...]) else {
                let isEscape = bytes[index] == UInt8(ascii: "\\") && index + 1 < bytes.count
                result += bytes[index..<index + (isEscape ? 2 : 1)]
                index += isEscape ? 2 : 1
                continue
            }
            let isHigh = (0xD800...0xDBFF).contains(unit)
            let isPair = isHigh && escapedUnit(bytes[(index + 6)...]).map { (0xDC00...0xDFFF).contains($0) } ?? false
            let length = isPair ? 12 : 6
            let isAlone = !isPair && (0xD800...0xDFFF).contains(unit)
            result += isAlone ? Array("\\ufffd".utf8) : Array(bytes[index..<index + length])
            index += length
        }
        return Data(result)
    }

    /// The number of a `\uXXXX` at the beginning.
    private static func escapedUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        let text = bytes.prefix(6)
        guard text.count == 6, text.starts(with: "\\u".utf8) else { return nil }
        return UInt16(String(decoding: text.dropFirst(2), as: UTF8.self), radix: 16)
    }
}
