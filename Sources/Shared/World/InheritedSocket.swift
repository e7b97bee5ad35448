/// A listening Unix socket that the supervisor made and handed over.
package struct InheritedSocket: Sendable, Hashable {
    /// What the supervisor calls it, such as `control`.
    package var name: String
    package var descriptor: Int32

    package init(name: String, descriptor: Int32) {
        self.name = name
        self.descriptor = descriptor
    }
}
