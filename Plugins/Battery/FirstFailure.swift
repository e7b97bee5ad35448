import SensorSDK

/// Why a value with several sources has none: the reason of the source that comes first.
struct FirstFailure {
    private var first: UnavailableReason?

    mutating func note(_ reason: UnavailableReason) {
        first = first ?? reason
    }

    /// ``UnavailableReason/notPresent`` when there was no source to ask.
    var reason: UnavailableReason { first ?? .notPresent }
}
