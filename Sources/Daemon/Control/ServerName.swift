import Shared

/// What this machine calls a server: `[a-z0-9_-]{1,40}`.
enum ServerName {
    /// - Throws: ``ControlFailure`` with ``ExitCode/usage``.
    static func check(_ name: String) throws(ControlFailure) {
        guard (1...40).contains(name.utf8.count), name.utf8.allSatisfy(isAllowed) else {
            throw ControlFailure(
                .usage,
                "'\(name.printable(limit: 64))' can't be the name of a server: use 1 to 40 of a-z, 0-9, - and _"
            )
        }
    }

    /// A name that is not taken, from what the home calls itself.
    static func free(for homeName: String?, besides taken: [String]) -> String {
        var base = ""
        for byte in (homeName ?? "").lowercased().utf8.prefix(30) {
            if isAllowed(byte) {
                base.unicodeScalars.append(Unicode.Scalar(byte))
            } else if base.last != "-", !base.isEmpty {
                base.append("-")
            }
        }
        while base.last == "-" { base.removeLast() }
        if base.isEmpty { base = "home" }
        if !taken.contains(base) { return base }
        var number = 2
        while taken.contains("\(base)-\(number)") { number += 1 }
        return "\(base)-\(number)"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
