package import Shared

/// What the secrets of servers are sealed with in `agent.db`, so that a copied disk or backup opens nothing.
///
/// Without a key they stand there as they are, for the owner of the file alone.
package struct StoreKeys: Sendable {
    /// 64 hexadecimal digits; `nil` seals nothing, and opens what ``previous`` sealed for good.
    package var current: Secret?
    /// The one before, for as long as something may be sealed with it: all of it is sealed anew at the next start.
    package var previous: Secret?

    package init(current: Secret? = nil, previous: Secret? = nil) {
        self.current = current
        self.previous = previous
    }
}
