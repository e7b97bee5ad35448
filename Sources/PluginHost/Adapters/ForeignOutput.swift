import Shared

/// What one call of a foreign program, or one look at a file, came to.
struct ForeignOutput: Sendable {
    /// `nil` for one that was killed at its deadline, and for a file.
    var end: ChildEnd?
    var isLate = false
    var output: [UInt8] = []
    /// Last line on standard error.
    var lastError: String?

    var status: Int32? {
        if case .exited(let status)? = end, !isLate { return status }
        return nil
    }
}
