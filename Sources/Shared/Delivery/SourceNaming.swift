/// How the owner may name sources that a family does not offer by itself.
package enum SourceNaming: Sendable, Hashable {
    /// The absolute path at which something is mounted, such as `/mnt/nas`.
    case mountPoint
    /// The kernel's name of a network interface, such as `br0`.
    case interface
    /// What a USB device says it is, such as `usb:046d:c52b`, where two are alike with the serial number.
    case usbDevice

    /// The name as it is kept: one spelling for one source.
    ///
    /// - Parameters:
    ///   - text: As the owner wrote it.
    ///   - digits: What stands for a serial number, which is kept nowhere: `ProviderContext.digits(of:)`.
    /// - Throws: ``SourceNamingError``.
    package func checked(_ text: String, digits: (String) -> String) throws(SourceNamingError) -> String {
        switch self {
        case .mountPoint:
            guard text.hasPrefix("/") else { throw .notAbsolute(text) }
            guard text.utf8.count <= Self.longestPath, !text.utf8.contains(0) else { throw .tooLong }
            let parts = text.split(separator: "/").filter { $0 != "." }
            guard !parts.contains("..") else { throw .leadsUp(text) }
            return "/" + parts.joined(separator: "/")
        case .interface:
            let bytes = Array(text.utf8)
            // As the kernel's dev_valid_name.
            let isName =
                (1...Self.longestInterface).contains(bytes.count) && ![".", ".."].contains(text)
                && bytes.allSatisfy { $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
            guard isName else { throw .noInterface(text) }
            return text
        case .usbDevice:
            let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
            let device = parts.prefix(3).joined(separator: ":").lowercased()
            let isDevice =
                parts.count >= 3 && device.hasPrefix("usb:")
                && parts[1...2].allSatisfy { $0.utf8.count == 4 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
            guard isDevice else { throw .noDevice(device) }
            guard parts.count == 4 else { return device }
            let serial = Self.serial(parts[3])
            guard !serial.isEmpty else { throw .noDevice(device + ":") }
            return "\(device):\(Self.isDigits(serial) ? serial : "#" + digits(serial))"
        }
    }

    /// As udev writes it, whose `usb_id` keeps few characters.
    private static func serial(_ text: Substring) -> String {
        let kept = Set("#+-.:=@_")
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        return String(words.map { $0.isASCII && !$0.isLetter && !$0.isNumber && !kept.contains($0) ? "_" : $0 })
    }

    /// Whether it is what stands for a serial number, as it is listed.
    private static func isDigits(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { "0123456789abcdef".contains($0) }
    }

    /// `PATH_MAX` without its NUL.
    private static let longestPath = 4095
    /// `IFNAMSIZ` without its NUL.
    private static let longestInterface = 15
}
