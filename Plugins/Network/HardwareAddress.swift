/// Hardware addresses as people write them.
enum HardwareAddress {
    /// `02:00:00:00:00:aa`
    static func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
    }

    /// - Returns: `nil` for one that is nothing but zeros, as some interfaces without one tell.
    static func usable(_ address: String) -> String? {
        address.contains { $0 != "0" && $0 != ":" } ? address.lowercased() : nil
    }
}
