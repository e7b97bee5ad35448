import SensorSDK

/// Numbers in texts: the whole token, or it is none.
enum ForeignNumber {
    /// Sign, digits with or without a point, exponent.
    ///
    /// - Returns: A whole number exactly where 64 bits hold it; `nil` for anything else, NaN and infinities included.
    static func parse(_ text: some StringProtocol) -> SensorValue? {
        guard prefix(of: text).count == text.count, !text.isEmpty else { return nil }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text.first == "+" ? String(text.dropFirst()) : String(text)), number.isFinite else {
            return nil
        }
        return .number(number)
    }

    /// What of a text is a number, from its beginning; empty when it begins otherwise.
    static func prefix<Text: StringProtocol>(of text: Text) -> Text.SubSequence {
        var end = text.startIndex
        func digits(_ start: Text.Index) -> Text.Index {
            text[start...].firstIndex { !("0"..."9").contains($0) } ?? text.endIndex
        }
        if end < text.endIndex, text[end] == "-" || text[end] == "+" { end = text.index(after: end) }
        let whole = digits(end)
        var last = whole
        if whole < text.endIndex, text[whole] == "." {
            let fraction = digits(text.index(after: whole))
            if whole > end || fraction > text.index(after: whole) { last = fraction }
        }
        guard last > end else { return text[..<text.startIndex] }
        if last < text.endIndex, text[last] == "e" || text[last] == "E" {
            var exponent = text.index(after: last)
            if exponent < text.endIndex, text[exponent] == "-" || text[exponent] == "+" {
                exponent = text.index(after: exponent)
            }
            let tail = digits(exponent)
            if tail > exponent { last = tail }
        }
        return text[..<last]
    }
}
