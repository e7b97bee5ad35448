/// A digest that is the same in every process and that tells names apart; not one that keeps a secret.
enum StableDigest {
    /// 32 bytes: FNV-1a with four different beginnings.
    @Sendable static func bytes(_ text: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { (round: UInt64) in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ round &* 0x9e37_79b9_7f4a_7c15
            for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * $0)) }
        }
    }
}
