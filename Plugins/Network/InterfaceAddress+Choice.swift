import Shared

extension InterfaceAddress.Family {
    static let allCases: [Self] = [.ipv4, .ipv6]

    var word: String { self == .ipv4 ? "ipv4" : "ipv6" }
}

extension InterfaceAddress {
    /// Of one interface's addresses those that are valid beyond this link and last, the one to show first.
    ///
    /// - Parameter addresses: Of one family, in the kernel's order.
    static func lasting(_ addresses: [InterfaceAddress], _ family: Family) -> [InterfaceAddress] {
        let global = addresses.filter { $0.family == family && $0.isGlobal }
        switch family {
        case .ipv4:
            // The kernel puts primary ones first, but for the secondary ones of their own networks.
            return global.filter { !$0.flags.contains(.secondary) } + global.filter { $0.flags.contains(.secondary) }
        case .ipv6:
            // Else the state would follow the order of a hash table.
            return global.filter(\.isStable).sorted { $0.rank < $1.rank }
        }
    }

    /// Whether it is valid beyond this link.
    private var isGlobal: Bool {
        guard scope == .global else { return false }
        switch family {
        case .ipv4: return bytes.count == 4 && bytes[0] != 0 && bytes[0] != 127 && !(bytes[0] == 169 && bytes[1] == 254)
        case .ipv6: return bytes.count == 16 && !(bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80)
        }
    }

    /// Whether it is not made up for privacy, not about to go, and known to be nobody else's.
    private var isStable: Bool {
        flags.isDisjoint(with: [.temporary, .deprecated, .tentative, .duplicate])
    }

    /// Public before unique-local, set by hand before learned, and else the lowest.
    private var rank: Rank {
        Rank(isLocal: bytes[0] & 0xFE == 0xFC, isLearned: !flags.contains(.permanent), bytes: bytes)
    }

    private struct Rank: Comparable {
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
