/// Why a plugin can't even be tried.
package enum KitError: Error, Sendable, Hashable, CustomStringConvertible {
    case badName(String)
    case unusable(String)

    package var description: String {
        switch self {
        case .badName(let name):
            "'\(name)' can't be a plugin's name: the file's name up to the first dot must be of a-z, 0-9 and _"
        case .unusable(let reason): reason
        }
    }
}
