/// Why a key file can't be used; the texts hold nothing of what is in it.
package enum KeyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    case malformed(line: Int)
    case repeated(line: Int)
    case tooMany
    /// Not the one key that is needed.
    case notOne(found: Int)
    /// A key without the id of its agent, in a receiver's file.
    case lacksAgent
    /// The line is for another agent than the one that is meant.
    case otherAgent

    package var description: String {
        switch self {
        case .malformed(let line):
            "line \(line) is none of 'agent-id key', with 32 and 64 hexadecimal digits, nor a key alone"
        case .repeated(let line): "line \(line) has the agent id of an earlier one"
        case .tooMany: "there are more than \(KeyLine.mostLines) lines"
        case .notOne(0): "there is no key in it"
        case .notOne(let found): "there are \(found) keys in it; one is needed"
        case .lacksAgent: "a key stands there without the id of its agent before it"
        case .otherAgent: "its line is for another agent id than this server has"
        }
    }
}
