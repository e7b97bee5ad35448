/// Deliveries to one server over one connection.
package protocol ServerLink: Sendable {
    /// Delivers a batch: registrations first, then states, then events, stopping at the first ``LinkFault``.
    ///
    /// - Returns: What the server has acknowledged, item by item. Whatever is not named in the receipt stays queued.
    func deliver(_ batch: Batch) async -> Receipt

    /// What ``deliver(_:)`` would send of a batch now, before it is sealed; sends nothing. Questions that hold nothing of this
    /// machine, such as a random word to be given back, are left out.
    func preview(_ batch: Batch) async -> [Preview.Request]

    /// ``ServerKind/keepsHistory``
    var keepsHistory: Bool { get }

    /// Ends the connection and whatever is in flight.
    func close()
}

extension ServerLink {
    package var keepsHistory: Bool { false }
}
