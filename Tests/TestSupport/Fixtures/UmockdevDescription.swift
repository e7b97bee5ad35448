import FoundationEssentials
package import Shared

/// A fake sysfs in umockdev's text format: devices (`P:`) with properties (`E:`), attributes (`A:` text, `H:` hexadecimal),
/// and links (`L:`). Nodes of `/dev` (`N:`, `S:`) have no part in a file tree and are passed over.
package struct UmockdevDescription: Sendable {
    package struct Entry: Sendable {
        /// `/devices/…`
        package var path: String
        package var properties: [(name: String, value: String)] = []
        /// Path below the device, and content.
        package var attributes: [(name: String, value: [UInt8])] = []
        /// Path below the device, and where it points to.
        package var links: [(name: String, target: String)] = []

        package var subsystem: String? { properties.last { $0.name == "SUBSYSTEM" }?.value }
    }

    package enum Failure: Error {
        case badLine(Int, String)
    }

    package private(set) var entries: [Entry] = []

    package init(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty {
            let failure = Failure.badLine(number + 1, String(line))
            guard let colon = line.firstRange(of: ": ") else { throw failure }
            let rest = line[colon.upperBound...]
            let tag = line[..<colon.lowerBound]
            if tag == "P" {
                entries.append(Entry(path: String(rest)))
                continue
            }
            guard !entries.isEmpty else { throw failure }
            if tag == "N" || tag == "S" { continue }
            guard let sign = rest.firstIndex(of: "=") else { throw failure }
            let name = String(rest[..<sign])
            let value = rest[rest.index(after: sign)...]
            switch tag {
            case "E": entries[entries.count - 1].properties.append((name, String(value)))
            case "A": entries[entries.count - 1].attributes.append((name, Self.unescaped(value)))
            case "H": entries[entries.count - 1].attributes.append((name, try Self.bytes(value, failure)))
            case "L": entries[entries.count - 1].links.append((name, String(value)))
            default: throw failure
            }
        }
    }

    /// The devices as udev would list them: those that have a subsystem.
    package var devices: [Device] {
        entries.compactMap { entry in
            guard let subsystem = entry.subsystem else { return nil }
            var properties = Dictionary(entry.properties.map { ($0.name, $0.value) }) { _, last in last }
            properties["DEVPATH"] = entry.path
            return Device(
                path: entry.path,
                subsystem: subsystem,
                deviceType: properties["DEVTYPE"],
                properties: properties
            )
        }
    }

    /// As glib's `g_strcompress`, which umockdev uses.
    private static func unescaped(_ text: Substring) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "b"): result.append(8)
            case UInt8(ascii: "f"): result.append(12)
            case UInt8(ascii: "v"): result.append(11)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                var number = Int(next - UInt8(ascii: "0"))
                var digits = 1
                while digits < 3, let digit = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) {
                    number = number * 8 + Int(digit - UInt8(ascii: "0"))
                    rest = rest.dropFirst()
                    digits += 1
                }
                result.append(UInt8(truncatingIfNeeded: number))
            default: result.append(next)
            }
        }
        return result
    }

    private static func bytes(_ text: Substring, _ failure: Failure) throws -> [UInt8] {
        let digits = Array(text)
        guard digits.count.isMultiple(of: 2) else { throw failure }
        return try stride(from: 0, to: digits.count, by: 2).map { index in
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { throw failure }
            return byte
        }
    }
}
