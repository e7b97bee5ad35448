import Shared

/// How the values of a drop-in are read.
extension DropIn {
    static func word(_ text: String, of words: [String]) throws(DropInError) -> String {
        guard words.contains(text) else {
            throw DropInError(
                "'\(text.printable(limit: 40))' is not known; there are \(words.joined(separator: ", "))"
            )
        }
        return text
    }

    static func seconds(_ text: String, _ range: ClosedRange<Int>) throws(DropInError) -> Duration {
        guard let number = Int(text.hasSuffix("s") ? text.dropLast() : text[...]), range.contains(number) else {
            throw DropInError(
                "'\(text.printable(limit: 40))' is no number of seconds from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return .seconds(number)
    }

    /// Whole paths at blanks.
    static func paths(_ text: String, of key: String) throws(DropInError) -> Set<String> {
        let paths = try words(text)
        do throws(GrantError) {
            try GrantError.check(paths, of: key)
        } catch {
            throw DropInError(error.description)
        }
        return Set(paths)
    }

    /// Words at blanks; quotes of either kind keep blanks. No shell is involved.
    static func words(_ text: String) throws(DropInError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        // By scalars: a quote is one whatever accent follows it.
        for character in text.unicodeScalars {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if character.properties.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw DropInError("a quote is not closed") }
        return words + (word.map { [$0] } ?? [])
    }
}
