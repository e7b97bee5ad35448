import SensorSDK

/// Numbers in texts: the whole token, or it is none.
enum ForeignNumber {
    /// Sign, digits with or without a point, exponent.
    ///
    /// - Returns: A whole number exactly where 64 bits hold it; `nil` for anything else, NaN and infinities included.
    static func parse(_ text: some StringProtocol) -> SensorValue? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, length(in: bytes[...]) == bytes.count else { return nil }
        if let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text.first == "+" ? String(text.dropFirst()) : String(text)), number.isFinite else {
            return nil
        }
        return .number(number)
    }

    /// How many bytes of a text are a number, from its beginning; 0 when it begins otherwise.
    static func length(in text: ArraySlice<UInt8>) -> Int {
        var end = text.startIndex
        func isAt(_ index: Int, _ choices: String) -> Bool {
            index < text.endIndex && choices.utf8.contains(text[index])
        }
        func digits(_ start: Int) -> Int { text[start...].firstIndex { !$0.isDigit } ?? text.endIndex }

        if isAt(end, "+-") { end += 1 }
        let whole = digits(end)
        var last = whole
        if isAt(whole, ".") {
            let fraction = digits(whole + 1)
            if whole > end || fraction > whole + 1 { last = fraction }
        }
        guard last > end else { return 0 }
        if isAt(last, "eE") {
            let exponent = isAt(last + 1, "+-") ? last + 2 : last + 1
            let tail = exponent <= text.endIndex ? digits(exponent) : exponent
            if tail > exponent { last = tail }
        }
        return last - text.startIndex
    }

    /// Whether somebody meant a number: what is none then is a broken one rather than another word.
    static func isMeant(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first(where: { !"+-.,".utf8.contains($0) }) else { return false }
        return first.isDigit
    }
}
