import Glibc

/// Why a file is not run.
enum TrustError: Error, Sendable, Hashable, CustomStringConvertible {
    case unreadable(String, reason: String)
    /// The host itself lacks what it takes to look; that says nothing of the file.
    case exhausted(String, reason: String)
    case notAFile(String)
    case foreignOwner(String, uid: UInt32)
    case writableByOthers(String)
    case sharedFolder(String)
    case notExecutable(String)
    case badDropIn(String, String)
    case badManifest(String, String)

    var description: String {
        switch self {
        case .unreadable(let path, let reason), .exhausted(let path, let reason): "\(path) can't be opened: \(reason)"
        case .notAFile(let path): "\(path) is no ordinary file"
        case .foreignOwner(let path, let uid):
            "\(path) belongs to user \(uid); it must be root's, or that of the user who runs the daemon"
        case .writableByOthers(let path):
            "\(path) can be changed by group or others; take that away with 'chmod go-w \(path)'"
        case .sharedFolder(let path):
            "group or others can write into \(path), and so put another file in this one's place; keep it in a folder that is yours alone"
        case .badDropIn(let path, let what), .badManifest(let path, let what): "\(path): \(what)"
        case .notExecutable(let path): "\(path) is not executable; 'chmod +x' makes it so"
        }
    }

    /// What an attempt to open a file ended with.
    init(opening path: String, _ code: Int32) {
        let reason = String(cString: strerror(code))
        self = Self.isExhaustion(code) ? .exhausted(path, reason: reason) : .unreadable(path, reason: reason)
    }

    static func isExhaustion(_ code: Int32) -> Bool { [EMFILE, ENFILE, ENOMEM].contains(code) }
}
