import FoundationEssentials
import Glibc
import TestSupport

/// A folder on a disk that loses its power: what of all calls until then is sure to be there, and what may be.
struct SimulatedDisk {
    private enum Entry {
        case folder
        case file(Int)
    }

    /// A change of names that its folder was not synchronised for yet.
    private enum Change {
        case add(String, Entry)
        case remove(String)
        case rename(String, to: String)

        var names: [String] {
            switch self {
            case .add(let name, _), .remove(let name): [name]
            case .rename(let name, let other): [name, other]
            }
        }
    }

    /// By path below the folder.
    private var names: [String: Entry] = [:]
    private var pending: [Change] = []
    private var files: [SimulatedFile] = []
    /// Place in `files` by inode; the number of a file that is gone may come again.
    private var places: [UInt64: Int] = [:]

    /// All that is there is durable.
    init(copying folder: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG else {
                names[name] = .folder
                continue
            }
            names[name] = .file(
                add(UInt64(status.st_ino), Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))))
            )
        }
    }

    mutating func take(_ call: DiskCall) {
        switch call {
        case .create(let file, let name):
            pending.append(.add(name, .file(add(file, []))))
        case .write(let file, _, let offset, let bytes): change(file) { $0.write(bytes, at: offset) }
        case .truncate(let file, _, let length): change(file) { $0.truncate(to: length) }
        case .synchronize(let file, _): change(file) { $0.synchronize() }
        case .rename(let name, let other): pending.append(.rename(name, to: other))
        case .remove(let name): pending.append(.remove(name))
        case .makeFolder(let name): pending.append(.add(name, .folder))
        case .synchronizeFolder(let folder):
            for change in pending where Self.folder(of: change) == folder { Self.apply(change, to: &names) }
            pending.removeAll { Self.folder(of: $0) == folder }
        }
    }

    /// Makes a folder hold what a power cut now could leave: of changes of names any, as far as they do not build on one that
    /// was lost; of files see ``SimulatedFile/afterCut(_:percent:)``.
    func write(to folder: String, _ chance: inout SeededChance) throws {
        let percent = chance.one(of: [0, 50, 90, 100])
        var left = names
        var lost: Set<String> = []
        for change in pending {
            if lost.isDisjoint(with: change.names), chance.happens(percent) {
                Self.apply(change, to: &left)
            } else {
                lost.formUnion(change.names)
            }
        }
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, entry) in left.sorted(by: { $0.key < $1.key }) {
            let path = "\(folder)/\(name)"
            switch entry {
            case .folder: mkdir(path, 0o700)
            case .file(let file):
                // What is in a folder that was lost is lost with it.
                guard manager.fileExists(atPath: URL(filePath: path).deletingLastPathComponent().path) else { continue }
                let bytes = files[file].afterCut(&chance, percent: percent)
                try Data(bytes).write(to: URL(filePath: path))
                chmod(path, 0o600)
            }
        }
    }

    private mutating func add(_ file: UInt64, _ bytes: [UInt8]) -> Int {
        files.append(SimulatedFile(bytes))
        places[file] = files.count - 1
        return files.count - 1
    }

    private mutating func change(_ file: UInt64, _ change: (inout SimulatedFile) -> Void) {
        if let place = places[file] { change(&files[place]) }
    }

    private static func apply(_ change: Change, to names: inout [String: Entry]) {
        switch change {
        case .add(let name, let entry): names[name] = entry
        case .remove(let name): names[name] = nil
        case .rename(let name, let other):
            guard let entry = names.removeValue(forKey: name) else { return }
            names[other] = entry
        }
    }

    private static func folder(of change: Change) -> String {
        change.names[0].split(separator: "/").dropLast().joined(separator: "/")
    }
}
