import TestSupport

extension SeededChance {
    /// Changes, cuts or adds some bytes.
    mutating func spoil(_ bytes: inout [UInt8]) {
        for _ in 0...below(4) where !bytes.isEmpty {
            let place = below(bytes.count)
            switch below(4) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(20)))
            case 2: bytes.insert(one(of: Array("\"0,{}[]-9e\\".utf8)), at: place)
            default: bytes.removeLast(below(bytes.count))
            }
        }
    }
}
