/// One line of what a foreign program printed, as bytes: whoever splits characters finds no line in CR LF, and no quote that an
/// accent follows.
struct ForeignLine: Sendable {
    /// The most bytes of a line; 256 KiB in the line protocol, which has its own scanner.
    static let longest = 65536

    /// From 1.
    var number: Int
    /// Without its end, LF or CR LF.
    var bytes: ArraySlice<UInt8>
    /// `false` for what follows the last LF.
    var hasEnd = true

    /// In bytes, from 1.
    func column(of rest: ArraySlice<UInt8>) -> Int { rest.startIndex - bytes.startIndex + 1 }

    /// All lines; of one that is too long what comes before a blank is kept if `keepsBeginning`, else nothing, and it is said.
    static func lines(
        of output: [UInt8],
        keepsBeginning: Bool = false,
        refusals: inout ForeignRefusals
    ) -> [ForeignLine] {
        var lines: [ForeignLine] = []
        var start = 0
        var number = 1
        while start < output.count {
            let feed = output[start...].firstIndex(of: UInt8(ascii: "\n"))
            var line = ForeignLine(number: number, bytes: output[start..<(feed ?? output.count)], hasEnd: feed != nil)
            if line.hasEnd, line.bytes.last == UInt8(ascii: "\r") { line.bytes = line.bytes.dropLast() }
            if line.bytes.count > longest {
                refusals.add(line: number, column: longest + 1, "longer than \(longest) bytes; the rest is left out")
                let kept = line.bytes.prefix(longest)
                let blank = keepsBeginning ? kept.lastIndex(where: \.isBlank) : nil
                line.bytes = kept[..<(blank ?? kept.startIndex)]
            }
            lines.append(line)
            start = (feed ?? output.count) + 1
            number += 1
        }
        return lines
    }
}

extension UInt8 {
    /// A blank or a tab, or a CR, vertical tab or form feed within a line.
    var isBlank: Bool { self == 0x20 || self == 0x09 || (0x0B...0x0D).contains(self) }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension ArraySlice<UInt8> {
    var withoutLeadingBlanks: ArraySlice { drop(while: \.isBlank) }

    /// Without the blanks around it.
    var trimmed: ArraySlice {
        let beginning = withoutLeadingBlanks
        let end = beginning.lastIndex { !$0.isBlank }
        return end.map { beginning[...$0] } ?? beginning.prefix(0)
    }

    /// Broken UTF-8 becomes U+FFFD.
    var text: String { String(decoding: self, as: UTF8.self) }
}
