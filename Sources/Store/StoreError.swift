package import Shared

/// Why the store can't do what it was asked; nothing is changed then. Each text says what to do.
package enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another agent works on this folder.
    case inUse(directory: String)
    case full(path: String)
    case readOnly(path: String)
    case notPermitted(path: String)
    /// The folder is another user's.
    case foreignFolder(path: String, owner: UInt32)
    /// What is in the place of a file is a folder, a link, or something else.
    case noFile(path: String)
    /// Others may write the folder.
    case openFolder(path: String)
    case folderNotMade(path: String, detail: String)
    /// The file contradicts itself, or is none of ours.
    case damaged(path: String)
    /// A later version of this program wrote the file.
    case newer(path: String, found: Int, known: Int)
    /// The secrets in it are sealed with a key that was not given, or another one was.
    case sealed(path: String, hasKey: Bool)
    /// What was given as the key is none.
    case badKey
    case nameTaken(String)
    case noSuchServer(ServerRecord.ID)
    /// Files in this folder were removed or replaced while they are in use, and could not be put back.
    case removed(path: String, detail: String)
    case failed(path: String, detail: String)

    /// Whether the disk takes nothing now: what is to be kept may wait until it does.
    package var isOfDisk: Bool {
        switch self {
        case .full, .readOnly, .removed: true
        default: false
        }
    }

    package var description: String {
        switch self {
        case .inUse(let directory):
            "another agent is using \(directory); stop that one, or choose another folder with --state-dir"
        case .full(let path):
            "can't write \(path): no space is left, or a quota is used up; make room and try again"
        case .readOnly(let path):
            "can't write \(path): it is read-only; make it writable, or choose another folder with --state-dir"
        case .notPermitted(let path):
            "can't open \(path): permission denied; run as the user that it belongs to, or choose another folder with "
                + "--state-dir"
        case .foreignFolder(let path, let owner):
            "\(path) belongs to another user (\(owner)), who could change what is in it; run as that user, give it to this "
                + "one with 'chown -R', or choose another one with --state-dir"
        case .noFile(let path):
            "\(path) is no ordinary file, and was left as it is: look at what is there, and put the file back, such as from a backup; "
                + "or move the whole folder away, start anew, and add the servers and enable the sensors again"
        case .openFolder(let path):
            "others may write into \(path), which holds keys and says who gets what; look at what is in it, and close it with "
                + "'chmod go-w \(path)'"
        case .folderNotMade(let path, let detail):
            "can't make the folder \(path): \(detail); choose another one with --state-dir"
        case .damaged(let path):
            "\(path) is damaged or missing, and what is there was left as it is; put back a copy of it from a backup, or move "
                + "its whole folder away, start anew, and add the servers and enable the sensors again"
        case .newer(let path, let found, let known):
            "\(path) was written by a later version of this program (format \(found), this one knows \(known)) and was left "
                + "as it is; install that version again, or put back a copy from before the upgrade"
        case .sealed(let path, false):
            "the keys in \(path) are sealed with the credential 'store-key', which this process does not have; give it back to the "
                + "service (LoadCredentialEncrypted=store-key, see agent(1)), or, if it is lost, move the folder away, start anew, "
                + "and add the servers again"
        case .sealed(let path, true):
            "the keys in \(path) are sealed with another key than the credential 'store-key'; put the right one back (see "
                + "agent(1)), or, if it is lost, move the folder away, start anew, and add the servers again"
        case .badKey:
            "the credential 'store-key' or 'store-key-old' is no key: it must be 64 hexadecimal digits; agent(1) says how to make one"
        case .nameTaken(let name):
            "there is a server called \(name) already; choose another name with --name, or remove that one first"
        case .noSuchServer: "the server was removed meanwhile"
        case .removed(let path, let detail):
            "files in \(path) were removed or replaced while they are in use, and can't be put back (\(detail)); the daemon alone has "
                + "what was in them, so do not restart it: make it possible to write there, or move away what is in their place, and "
                + "try again"
        case .failed(let path, let detail):
            "can't use \(path): \(detail)"
        }
    }
}
