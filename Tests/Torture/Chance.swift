/// Numbers that look like chance and are the same for each seed (SplitMix64).
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter turn: So that each kill has numbers of its own, however many an earlier one took.
    init(seed: UInt64, turn: Int) {
        state = seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(turn)
        _ = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }
}
