import Dispatch

/// What comes while somebody talks to a program by hand.
enum TypedLine: Sendable {
    case line(String)
    /// Standard input is at its end.
    case end

    /// Lines of standard input as they come; a thread of its own waits for them.
    static var stream: AsyncStream<TypedLine> {
        AsyncStream { continuation in
            DispatchQueue(label: "typed").async {
                while let line = readLine() { continuation.yield(.line(line)) }
                continuation.yield(.end)
                continuation.finish()
            }
        }
    }
}
