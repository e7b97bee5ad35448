extension String {
    /// This text as it may be shown on a terminal, written to a log or sent as a state: one line, without control and bidi
    /// characters, and at most `limit` characters long. The only way for text from outside to any of these.
    ///
    /// A line break or tab becomes a blank; a text that was cut ends with `…`.
    package func printable(limit: Int = 255) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": scalars.append(" ")
            case let scalar where scalar.mayHideOrSteer: continue
            case let scalar: scalars.append(scalar)
            }
        }
        let text = String(scalars)
        guard text.unicodeScalars.count > limit else { return text }
        var cut = ""
        var length = 0
        for character in text {
            length += character.unicodeScalars.count
            if length > limit - 1 { break }
            cut.append(character)
        }
        return cut + "…"
    }
}

extension Unicode.Scalar {
    /// Control and format characters: escape sequences, bidi overrides, zero-width marks, tags, private use.
    fileprivate var mayHideOrSteer: Bool {
        switch properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
