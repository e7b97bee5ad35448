/// Tells code from comments and string literals.
struct SwiftScanner {
    private let text: [Character]
    private var position = 0
    private var result = ""

    init(_ text: String) {
        self.text = Array(text)
    }

    /// The text with a blank for every character of a comment or a string; line breaks stay.
    mutating func code() -> String {
        while position < text.count {
            if sees("//") {
                while position < text.count, text[position] != "\n" { blank() }
            } else if sees("/*") {
                skipComment()
            } else if let marks = stringStart() {
                skipString(marks: marks)
            } else {
                result.append(text[position])
                position += 1
            }
        }
        return result
    }

    private func sees(_ word: String) -> Bool {
        text[position...].starts(with: word)
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where position < text.count {
            result.append(text[position] == "\n" ? "\n" : " ")
            position += 1
        }
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if sees("/*") {
                depth += 1
                blank(2)
            } else if sees("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < text.count
    }

    /// How many `#` stand in front of a string that starts here; `nil` when none starts.
    private func stringStart() -> Int? {
        let marks = text[position...].prefix { $0 == "#" }.count
        return position + marks < text.count && text[position + marks] == "\"" ? marks : nil
    }

    private mutating func skipString(marks: Int) {
        let mark = String(repeating: "#", count: marks)
        blank(marks)
        let quotes = sees("\"\"\"") ? "\"\"\"" : "\""
        blank(quotes.count)
        while position < text.count {
            if sees(quotes + mark) {
                blank(quotes.count + marks)
                return
            }
            if sees("\\" + mark + "(") {
                blank(marks + 2)
                skipInterpolation()
            } else if sees("\\" + mark) {
                blank(marks + 2)
            } else {
                blank()
            }
        }
    }

    private mutating func skipInterpolation() {
        var depth = 1
        while depth > 0, position < text.count {
            if let marks = stringStart() {
                skipString(marks: marks)
                continue
            }
            if text[position] == "(" { depth += 1 }
            if text[position] == ")" { depth -= 1 }
            blank()
        }
    }
}
