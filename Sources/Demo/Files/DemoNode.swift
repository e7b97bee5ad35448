/// A file or link of the demo machine; folders follow from the paths.
enum DemoNode: Sendable {
    /// Its text, made when it is read.
    case file(@Sendable (DemoMachine) -> String)
    /// Lines after those of the machine below, and a header where that one has no such file.
    case lines(header: String, @Sendable (DemoMachine) -> String)
    /// Absolute, or relative to the folder that the link is in.
    case link(String)

    static func text(_ text: String) -> DemoNode {
        .file { _ in text }
    }
}
