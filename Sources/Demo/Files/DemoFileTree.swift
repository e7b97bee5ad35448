import Glibc
import Shared

/// The demo's files, laid over those of the machine below: a folder that both have shows both.
struct DemoFileTree: FileTree {
    private enum Place {
        /// A path of the demo, links followed.
        case demo(String)
        /// A path that the demo does not have; no link of the demo is in it.
        case below(String)
    }

    private let nodes: [String: DemoNode]
    /// Folder and the names in it.
    private let folders: [String: Set<String>]
    private let base: any FileTree
    private let sinceBoot: @Sendable () -> Duration

    /// - Parameter base: `nil` for a machine that has nothing but the demo's files.
    init(parts: DemoParts, over base: (any FileTree)?, sinceBoot: @escaping @Sendable () -> Duration) {
        nodes = DemoNode.all(parts)
        var folders: [String: Set<String>] = ["/": []]
        for path in nodes.keys {
            var folder = "/"
            for name in path.split(separator: "/") {
                folders[folder, default: []].insert(String(name))
                folder += folder == "/" ? String(name) : "/\(name)"
            }
        }
        self.folders = folders
        self.base = base ?? NoFiles()
        self.sinceBoot = sinceBoot
    }

    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try at(path) { place throws(FileError) in
            Array(try content(of: place).prefix(limit))
        } below: { path throws(FileError) in
            try base.read(path, limit: limit)
        }
    }

    func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        try at(path) { place throws(FileError) in
            let bytes = try content(of: place)
            guard bytes.count <= limit else { throw FileError(path: place, code: EFBIG) }
            return bytes
        } below: { path throws(FileError) in
            try base.readWhole(path, limit: limit)
        }
    }

    func entries(of path: String) throws(FileError) -> [String] {
        try at(path) { place throws(FileError) in
            guard let names = folders[place] else { throw FileError(path: place, code: ENOTDIR) }
            // The demo's own names are there whether or not the machine below shows such a folder.
            let below = (try? base.entries(of: place)) ?? []
            return names.union(below).sorted()
        } below: { path throws(FileError) in
            try base.entries(of: path)
        }
    }

    func resolved(_ path: String) throws(FileError) -> String {
        try at(path) {
            $0
        } below: { path throws(FileError) in
            try base.resolved(path)
        }
    }

    /// The demo's own files never say that they change.
    func changes(of path: String) -> AsyncStream<Void> { base.changes(of: path) }

    /// Asks the one that has the path; an error names the path that was asked for.
    private func at<Answer>(
        _ path: String,
        demo: (String) throws(FileError) -> Answer,
        below: (String) throws(FileError) -> Answer
    ) throws(FileError) -> Answer {
        do throws(FileError) {
            switch try place(of: path) {
            case .demo(let place): return try demo(place)
            case .below(let path): return try below(path)
            }
        } catch {
            throw FileError(path: path, code: error.code)
        }
    }

    private func content(of place: String) throws(FileError) -> [UInt8] {
        let machine = DemoMachine(at: sinceBoot())
        switch nodes[place] {
        case .file(let text):
            return Array(text(machine).utf8)
        case .lines(let header, let text):
            var bytes: [UInt8]
            do throws(FileError) {
                bytes = try base.readWhole(place, limit: 4 << 20)
            } catch {
                guard error.isAbsence else { throw error }
                bytes = Array(header.utf8)
            }
            return bytes + Array(text(machine).utf8)
        case .link, nil:
            throw FileError(path: place, code: EISDIR)
        }
    }

    private func place(of path: String) throws(FileError) -> Place {
        var rest = path.split(separator: "/").map(String.init)
        var done: [String] = []
        var followed = 0
        while !rest.isEmpty {
            let part = rest.removeFirst()
            if part == "." { continue }
            if part == ".." {
                _ = done.popLast()
                continue
            }
            done.append(part)
            let here = "/" + done.joined(separator: "/")
            if case .link(let target) = nodes[here] {
                followed += 1
                guard followed <= 40 else { throw FileError(path: path, code: ELOOP) }
                if target.hasPrefix("/") { done = [] } else { done.removeLast() }
                rest = target.split(separator: "/").map(String.init) + rest
            } else if nodes[here] == nil, folders[here] == nil {
                return .below("/" + (done + rest).joined(separator: "/"))
            }
        }
        return .demo("/" + done.joined(separator: "/"))
    }
}

/// A machine without a single file.
private struct NoFiles: FileTree {
    func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        throw FileError(path: path, code: ENOENT)
    }

    func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        throw FileError(path: path, code: ENOENT)
    }

    func entries(of path: String) throws(FileError) -> [String] {
        throw FileError(path: path, code: ENOENT)
    }

    func resolved(_ path: String) throws(FileError) -> String {
        throw FileError(path: path, code: ENOENT)
    }
}
