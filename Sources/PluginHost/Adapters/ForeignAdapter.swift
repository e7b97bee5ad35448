import SensorSDK

/// Reads one foreign format.
protocol ForeignAdapter: Sendable {
    /// Calls the program as the format wants it, and makes values of what it says.
    ///
    /// - Parameters:
    ///   - isListing: Whether what there is must be found out anew.
    ///   - context: For the parts of ids.
    mutating func turn(
        isListing: Bool,
        context: ProviderContext,
        call: @Sendable (ForeignCall) async -> ForeignOutput
    ) async -> ForeignTurn
}
