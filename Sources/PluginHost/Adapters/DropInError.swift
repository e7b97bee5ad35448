/// What is wrong with a drop-in file.
enum DropInError: Error, Sendable, Hashable, CustomStringConvertible {
    case line(Int, String)
    case value(String)

    var description: String {
        switch self {
        case .line(let number, let what): "line \(number): \(what)"
        case .value(let what): what
        }
    }
}
