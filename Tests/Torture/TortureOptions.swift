import Glibc

/// What a run is asked for on its command line.
struct TortureOptions {
    /// Names the run: the same one kills at the same moments again, as far as the machine allows.
    var seed: UInt64
    /// How often the daemon is killed.
    var kills = 1000
    /// When to stop although there were not so many kills; `nil` for never.
    var seconds: Int?
    /// Where the daemon's state is kept after faults, and the program itself for its victims.
    let program: String

    init(_ arguments: [String]) throws(UsageError) {
        seed = UInt64.random(in: 1...999_999_999)
        program = "/proc/self/exe"
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let word = rest.popFirst(), let number = UInt64(word) else {
                throw UsageError(description: "\(option) takes a number; --seed, --kills and --seconds are known")
            }
            switch option {
            case "--seed": seed = number
            case "--kills": kills = Int(clamping: number)
            case "--seconds": seconds = Int(clamping: number)
            default: throw UsageError(description: "\(option) is not known; --seed, --kills and --seconds are")
            }
        }
    }
}
