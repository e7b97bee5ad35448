/// Deliveries to one server over one connection.
package protocol ServerLink: Sendable {
    /// Delivers a batch: registrations first, then states, then events, stopping at the first ``LinkFault``.
    ///
    /// - Returns: What the server has acknowledged, item by item. Whatever is not named in the receipt stays queued.
    func deliver(_ batch: Batch) async -> Receipt

    /// Ends the connection and whatever is in flight.
    func close()
}
