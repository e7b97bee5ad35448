/// What is wrong with a value of a drop-in file, or with the whole.
struct DropInError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
