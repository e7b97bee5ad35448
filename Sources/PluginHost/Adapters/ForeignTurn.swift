import SensorSDK

/// What one reading of a foreign plugin came to.
struct ForeignTurn: Sendable {
    var items: [ForeignItem] = []
    /// Parts that were not understood, each with line and column.
    var refusals: [String] = []
    /// Why what was listed before and did not come now has no value.
    var missing = UnavailableReason.noData
    /// Why all of it failed, for people.
    var failure: String?
    /// Whether nothing came of it because a program was late or ended badly.
    var isLost = false

    init() {}

    init(missing: UnavailableReason, failure: String) {
        self.missing = missing
        self.failure = failure
        isLost = missing == .timeout || missing == .fault
    }
}
