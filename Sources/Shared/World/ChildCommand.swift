/// A program to be started, and within which bounds.
package struct ChildCommand: Sendable {
    /// What is executed.
    package enum Program: Sendable {
        /// An open file, which was checked; the path is what it calls itself by.
        case descriptor(Int32, path: String)
        /// A file by its path.
        case path(String)
    }

    package var program: Program
    /// Without the program's own name.
    package var arguments: [String]
    /// All of its environment.
    package var environment: [String: String]
    /// Its working directory.
    package var folder: String
    package var limits: ChildLimits
    /// Where programs are kept apart.
    package var grants: ChildGrants
    /// Whether it gets an empty standard input rather than one that can be written to.
    package var hasNoInput: Bool

    package init(
        program: Program,
        arguments: [String] = [],
        environment: [String: String],
        folder: String,
        limits: ChildLimits = ChildLimits(),
        grants: ChildGrants = ChildGrants(),
        hasNoInput: Bool = false
    ) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.folder = folder
        self.limits = limits
        self.grants = grants
        self.hasNoInput = hasNoInput
    }
}
