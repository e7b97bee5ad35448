extension Sequence<UInt8> {
    /// Two lower-case digits a byte.
    package var hexadecimal: String {
        let alphabet = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }, as: UTF8.self)
    }
}
