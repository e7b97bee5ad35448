/// What a program that is kept apart may do beyond what every one may.
package struct ChildGrants: Sendable, Hashable {
    /// Files, and folders with all that is in them, by their whole paths.
    package var readable: Set<String>
    /// The same for what it may read, make, change and remove.
    package var writable: Set<String>
    /// Sockets of the internet's protocols, loopback included.
    package var network: Bool

    package init(readable: Set<String> = [], writable: Set<String> = [], network: Bool = false) {
        self.readable = readable
        self.writable = writable
        self.network = network
    }

    /// One line for each: `network`, `read /path`, `write /path`, sorted. People are shown these, and what they accepted is kept so.
    package var words: [String] {
        ((network ? ["network"] : []) + readable.map { "read \($0)" } + writable.map { "write \($0)" }).sorted()
    }

    /// Of this, what these lines allow.
    package func within(_ words: Set<String>) -> ChildGrants {
        ChildGrants(
            readable: readable.filter { words.contains("read \($0)") },
            writable: writable.filter { words.contains("write \($0)") },
            network: network && words.contains("network")
        )
    }
}
