import Shared

/// What one call of a foreign program, or one look at a file, came to.
struct ForeignOutput: Sendable {
    /// `nil` for one that was killed at its deadline, and for a file.
    var end: ChildEnd?
    var isLate = false
    /// Whole lines, if it was cut.
    var output: [UInt8] = []
    /// Whether there was more than is taken.
    private(set) var isCut = false
    /// Last line on standard error.
    var lastError: String?

    var status: Int32? {
        if case .exited(let status)? = end, !isLate { return status }
        return nil
    }

    /// Takes what fits, up to the last line's end.
    mutating func take(_ bytes: [UInt8], of count: Int) {
        output = bytes
        guard count > bytes.count else { return }
        isCut = true
        output.removeSubrange(((output.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)...)
    }
}
