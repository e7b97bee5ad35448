@testable import Live

/// Attributes as a fixture writes them.
struct NetlinkBytes {
    private let bytes: [UInt8]

    init(hexadecimal: String) {
        let digits = Array(hexadecimal.utf8)
        bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
    }

    func read<Value>(_ decode: (NetlinkAttributes) -> Value) -> Value {
        bytes.withUnsafeBytes { decode(NetlinkAttributes($0)) }
    }

    /// `NL80211_ATTR_IFNAME`
    var interfaceName: String? {
        read { attributes in
            var name: String?
            attributes.forEach { number, payload in
                if number == 4 { name = payload.text }
            }
            return name
        }
    }
}
