import Shared

/// What a plugin says of itself and asks for, shown to whoever enables a sensor of it.
package struct PluginNotice: Codable, Sendable, Hashable {
    package var name: String
    /// What its author says that it reveals.
    package var reveals: [String]
    /// What its author says that it needs.
    package var needs: [String]
    /// What it may do only if its owner allows it: ``ChildGrants/words``.
    package var asks: [String]
    /// What it would write that the sandbox of the unit that runs it may have to be opened for; `nil` without such a unit.
    package var sandboxed: [String]?
    /// Nothing more of it was enabled, since it asks for what its owner has not allowed yet.
    package var isHeld: Bool

    private enum CodingKeys: String, CodingKey {
        case name, reveals, needs, asks, sandboxed
        case isHeld = "held"
    }

    /// - Parameter report: `nil` when nothing is known of it now.
    init(name: String, asks: [String], isHeld: Bool, report: PluginReport?) {
        self.name = name
        self.asks = asks
        self.isHeld = isHeld
        reveals = report?.reveals ?? []
        needs = report?.needs ?? []
    }

    /// Whether there is anything to be told.
    var isWorthIt: Bool { !(reveals.isEmpty && needs.isEmpty && asks.isEmpty) }
}
