import Glibc

/// One line of `/proc/net/if_inet6`.
struct IPv6Entry {
    let interface: Substring
    /// 16 bytes in network order.
    let bytes: [UInt8]
    private let scope: UInt8
    private let flags: UInt8

    private static let temporary: UInt8 = 0x01
    private static let duplicate: UInt8 = 0x08
    private static let deprecated: UInt8 = 0x20
    private static let tentative: UInt8 = 0x40
    private static let permanent: UInt8 = 0x80

    /// - Parameter line: Address, interface's number, prefix length, scope and flags in hexadecimal, and the name.
    init?(_ line: Substring) {
        let fields = line.split(separator: " ")
        guard fields.count == 6, let bytes = Self.bytes(fields[0]) else { return nil }
        guard let scope = UInt8(fields[3], radix: 16), let flags = UInt8(fields[4], radix: 16) else { return nil }
        self.bytes = bytes
        self.scope = scope
        self.flags = flags
        interface = fields[5]
    }

    /// Whether it is valid beyond this link and will stay for a while.
    var isStable: Bool {
        scope == 0 && flags & (Self.temporary | Self.duplicate | Self.deprecated | Self.tentative) == 0
    }

    /// The lowest is shown.
    var rank: Rank {
        Rank(isLocal: bytes[0] & 0xFE == 0xFC, isLearned: flags & Self.permanent == 0, bytes: bytes)
    }

    /// As people write it.
    var text: String? {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func bytes(_ digits: Substring) -> [UInt8]? {
        let digits = Array(digits)
        guard digits.count == 32 else { return nil }
        let bytes = stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return bytes.count == 16 ? bytes : nil
    }
}

extension IPv6Entry {
    struct Rank: Comparable {
        var isLocal: Bool
        var isLearned: Bool
        var bytes: [UInt8]

        static func < (left: Rank, right: Rank) -> Bool {
            if left.isLocal != right.isLocal { return right.isLocal }
            if left.isLearned != right.isLearned { return right.isLearned }
            return left.bytes.lexicographicallyPrecedes(right.bytes)
        }
    }
}
