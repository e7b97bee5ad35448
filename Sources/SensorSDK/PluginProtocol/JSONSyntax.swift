/// Finds where a text stops being JSON: the decoder of the toolchain says only that it does.
struct JSONSyntax {
    private let bytes: [UInt8]
    private let deepest: Int
    private var position = 0

    /// The column in bytes, from 1, of the first byte that can't be there (one past the end if something is missing), or `nil`
    /// when it is JSON (RFC 8259) and nested at most so deep.
    static func fault(in bytes: [UInt8], deepest: Int) -> Int? {
        var syntax = JSONSyntax(bytes: bytes, deepest: deepest)
        syntax.skipBlanks()
        guard syntax.value(depth: 0) else { return syntax.position + 1 }
        syntax.skipBlanks()
        return syntax.position == bytes.count ? nil : syntax.position + 1
    }

    private init(bytes: [UInt8], deepest: Int) {
        self.bytes = bytes
        self.deepest = deepest
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> Bool {
        switch next {
        case UInt8(ascii: "{"): depth < deepest && list(closedBy: "}", depth: depth) { $0.member(depth: depth + 1) }
        case UInt8(ascii: "["): depth < deepest && list(closedBy: "]", depth: depth) { $0.value(depth: depth + 1) }
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number()
        }
    }

    private mutating func list(
        closedBy end: Unicode.Scalar,
        depth: Int,
        item: (inout JSONSyntax) -> Bool
    ) -> Bool {
        position += 1
        skipBlanks()
        if take(end) { return true }
        while true {
            skipBlanks()
            guard item(&self) else { return false }
            skipBlanks()
            if take(end) { return true }
            guard take(",") else { return false }
        }
    }

    private mutating func member(depth: Int) -> Bool {
        guard next == UInt8(ascii: "\""), string() else { return false }
        skipBlanks()
        guard take(":") else { return false }
        skipBlanks()
        return value(depth: depth)
    }

    private mutating func string() -> Bool {
        position += 1
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return true
            case UInt8(ascii: "\\"):
                position += 1
                guard let escaped = next, Array("\"\\/bfnrtu".utf8).contains(escaped) else { return false }
                position += 1
                if escaped == UInt8(ascii: "u") {
                    for _ in 0..<4 {
                        guard let digit = next, Self.isHexadecimal(digit) else { return false }
                        position += 1
                    }
                }
            case 0..<0x20: return false
            default: position += 1
            }
        }
        return false
    }

    private mutating func word(_ word: String) -> Bool {
        for byte in word.utf8 {
            guard next == byte else { return false }
            position += 1
        }
        return true
    }

    private mutating func number() -> Bool {
        _ = take("-")
        if !take("0") { guard digits() else { return false } }
        if take(".") { guard digits() else { return false } }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            guard digits() else { return false }
        }
        return true
    }

    /// At least one.
    private mutating func digits() -> Bool {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position > start
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
