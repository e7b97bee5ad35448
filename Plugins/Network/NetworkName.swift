import SensorSDK
import Shared

/// The name of a Wi-Fi network, which is arbitrary bytes from whoever is near.
enum NetworkName {
    /// The name as it is where it is text without control and bidi characters, else with `\xNN` for all but ASCII.
    ///
    /// - Throws: ``UnavailableReason/noData`` for a hidden one: empty, or nothing but NUL.
    static func text(_ bytes: [UInt8]) throws(UnavailableReason) -> String {
        guard bytes.contains(where: { $0 != 0 }) else { throw .noData }
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isHarmful) {
            let shown = text.printable(limit: 64)
            // A name of nothing but characters without a shape.
            if !shown.isEmpty { return shown }
        }
        return bytes.map(escaped).joined()
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }

    private static func escaped(_ byte: UInt8) -> String {
        if (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\") {
            return String(Unicode.Scalar(byte))
        }
        return (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
    }
}
