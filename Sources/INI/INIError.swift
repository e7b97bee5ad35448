import Shared

/// What is wrong with a file in INI form. Each text names the line and what to do.
package enum INIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither section, nor `key = value`, nor comment.
    case notUnderstood(line: Int)
    case lineTooLong(line: Int)
    case sectionTooLong(line: Int)
    /// A NUL byte ends the text for every program that reads it.
    case notText(line: Int)
    /// A value that is not taken, in the words of whoever takes it.
    case refused(line: Int, reason: String)
    case unknownKey(line: Int, key: String, known: [String])
    case unknownSection(line: Int, section: String, known: [String])

    package var description: String {
        switch self {
        case .notUnderstood(let line): "line \(line) is neither '[section]' nor 'key = value' nor a comment (# or ;)"
        case .lineTooLong(let line): "line \(line) is longer than \(INIFile.longestLine) bytes"
        case .sectionTooLong(let line): "the section in line \(line) is longer than \(INIFile.longestSection) bytes"
        case .notText(let line): "line \(line) holds a NUL byte, so this is no text file"
        case .refused(let line, let reason): "line \(line): \(reason)"
        case .unknownKey(let line, let key, let known):
            "line \(line): the key '\(key.printable(limit: 40))' is not known here; there are \(known.joined(separator: ", "))"
        case .unknownSection(let line, let section, let known):
            "line \(line): the section [\(section.printable(limit: 60))] is not known here; there are "
                + known.map { "[\($0)]" }.joined(separator: ", ")
        }
    }
}
