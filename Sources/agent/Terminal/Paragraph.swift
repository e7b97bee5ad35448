/// Text in lines that fit a terminal of 80 columns.
enum Paragraph {
    private static let width = 79

    /// - Parameter indent: Blanks before each line.
    static func lines(_ text: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(margin + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [margin + line]
    }

    /// Paragraphs of a text in which a line's end is as good as a blank.
    static func lines(ofParagraphs text: String) -> [String] {
        text.split(separator: "\n\n").flatMap { paragraph in
            [""] + lines(paragraph.split(separator: "\n").joined(separator: " "))
        }
    }
}
