/// How one daemon's life ends.
enum Ending {
    /// So many microseconds after its start, wherever it is then.
    case afterMicroseconds(Int)
    /// At the n-th of SQLite's calls that change a file, of which only so many percent are done then.
    case atWrite(number: Int, percent: Int)

    init(_ chance: inout Chance) {
        switch chance.below(20) {
        // From before its first line of code to well after the first deliveries.
        case 0...7: self = .afterMicroseconds(chance.below(500_000))
        // Long enough for events to be collected and proven.
        case 8: self = .afterMicroseconds(1_000_000 + chance.below(1_000_000))
        default:
            self = .atWrite(number: 1 + chance.below(90), percent: [0, 100, 1 + chance.below(99)][chance.below(3)])
        }
    }
}
