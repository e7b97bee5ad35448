/// Names of devices as people read them.
package enum DeviceNames {
    /// The first of these texts that may be shown: on one line, not blank, at most 64 characters, and without a hardware
    /// address, which would tell whose device it is.
    package static func firstShowable(_ candidates: [String?]) -> String? {
        for case let candidate? in candidates where !holdsHardwareAddress(candidate) {
            let text = candidate.printable(limit: 64)
            if text.contains(where: { !$0.isWhitespace }) { return text }
        }
        return nil
    }

    /// The names, with the end of its part of the id behind each one that an earlier device has already.
    package static func distinct(_ devices: [(name: String, thing: String)]) -> [String] {
        var taken: Set<String> = []
        return devices.map { device in
            if taken.insert(device.name).inserted { return device.name }
            let name = "\(device.name.printable(limit: 57)) \(device.thing.suffix(6))"
            taken.insert(name)
            return name
        }
    }

    /// Whether twelve hexadecimal digits in a row, or six pairs with `:`, `-` or `_` between, are in a text.
    package static func holdsHardwareAddress(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.contains { start in
            isAddress(bytes[start...], separated: false) || isAddress(bytes[start...], separated: true)
        }
    }

    private static func isAddress(_ bytes: ArraySlice<UInt8>, separated: Bool) -> Bool {
        var rest = bytes
        for pair in 0..<6 {
            if separated, pair > 0 {
                guard let byte = rest.popFirst(),
                    [UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
                else { return false }
            }
            guard let high = rest.popFirst(), let low = rest.popFirst(), isDigit(high), isDigit(low) else {
                return false
            }
        }
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
