import FoundationEssentials

/// Numbers that look like chance and are the same for each seed (SplitMix64).
package struct SeededChance: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func below(_ limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &self)
    }

    /// - Parameter percent: Of all calls how many say yes.
    package mutating func happens(_ percent: Int) -> Bool {
        below(100) < percent
    }

    /// One of these; there must be some.
    package mutating func one<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    /// Seeds for a property: some that are always the same, or the one that `SENSOR_SEED` names; `SENSOR_ROUNDS` changes how
    /// many.
    package static func seeds(_ count: UInt64) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["SENSOR_SEED"].flatMap(UInt64.init) { return [seed] }
        return Array(0..<(environment["SENSOR_ROUNDS"].flatMap(UInt64.init) ?? count))
    }
}
