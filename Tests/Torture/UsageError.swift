/// What is wrong with the command line, or with what a run needs.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}
