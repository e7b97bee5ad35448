/// Something that the user can tell the program to do; it calls one thing below and prints what came of it.
protocol Command: Sendable {
    /// - Throws: `ControlFailure`, whose exit code the program ends with.
    func run() async throws
}
