import FoundationEssentials
import Glibc
package import Shared
import Synchronization

/// The files of a made-up machine, in memory, with the errors that a test wants.
package final class FakeFileTree: FileTree {
    private enum Node: Sendable {
        case file([UInt8])
        case link(String)
    }

    private struct State {
        var nodes: [String: Node] = [:]
        var folders: Set<String> = ["/"]
        var errors: [String: [Int32?]] = [:]
        var opened: [String] = []
        var watchers: [(path: String, continuation: AsyncStream<Void>.Continuation)] = []
        var isPeeking = false
        var isFaultless = false
    }

    private let state = Mutex(State())

    package init() {}

    /// - Parameter files: Path and content.
    package convenience init(_ files: [String: String]) {
        self.init()
        for (path, text) in files { write(text, to: path) }
    }

    package func write(_ text: String, to path: String) {
        write(Array(text.utf8), to: path)
    }

    package func write(_ bytes: [UInt8], to path: String) {
        add(.file(bytes), at: path)
    }

    /// - Parameter target: Absolute, or relative to the folder that the link is in.
    package func link(_ path: String, to target: String) {
        add(.link(target), at: path)
    }

    /// A folder with nothing in it yet.
    package func addFolder(_ path: String) {
        state.withLock { state in
            _ = state.folders.insert(path)
            Self.addParents(of: path, &state)
        }
    }

    /// Takes away a file, a link, or a folder with all that is below it.
    package func remove(_ path: String) {
        state.withLock { state in
            state.nodes = state.nodes.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
            state.folders = state.folders.filter { $0 != path && !$0.hasPrefix(path + "/") }
        }
    }

    /// Makes every read of a file fail; the path may go through links, which may come or change later.
    package func fail(_ path: String, with code: Int32) {
        fail(path, inTurn: [code])
    }

    /// One entry a read, the last for ever after; `nil` lets the read work. As the protocol says, EINTR and EAGAIN are tried
    /// again (twice), which takes an entry each.
    package func fail(_ path: String, inTurn codes: [Int32?]) {
        state.withLock { $0.errors[path] = codes }
    }

    /// Says to whoever watches the file that it has changed.
    package func announce(_ path: String) {
        for watcher in state.withLock({ $0.watchers }) where watcher.path == path { watcher.continuation.yield() }
    }

    /// All files, in order; neither folders nor links.
    package var files: [String] {
        state.withLock { state in
            state.nodes.compactMap { if case .file = $0.value { $0.key } else { nil } }.sorted()
        }
    }

    /// While this is on, reads leave the turns of ``fail(_:inTurn:)`` where they are.
    package var isPeeking: Bool {
        get { state.withLock { $0.isPeeking } }
        set { state.withLock { $0.isPeeking = newValue } }
    }

    /// While this is on, every read works.
    package var isFaultless: Bool {
        get { state.withLock { $0.isFaultless } }
        set { state.withLock { $0.isFaultless = newValue } }
    }

    /// Makes the same tree in a real folder; errors and their turns have no place there.
    package func copy(to folder: String) throws {
        let (nodes, folders) = state.withLock { ($0.nodes, $0.folders) }
        let manager = FileManager.default
        for path in folders.sorted() {
            try manager.createDirectory(atPath: folder + path, withIntermediateDirectories: true)
        }
        for (path, node) in nodes {
            switch node {
            case .file(let bytes): try Data(bytes).write(to: URL(filePath: folder + path))
            case .link(let target): try manager.createSymbolicLink(atPath: folder + path, withDestinationPath: target)
            }
        }
    }

    /// Every path that was opened for reading so far, links followed.
    package var opened: [String] { state.withLock { $0.opened } }

    package func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        Array(try content(path).prefix(limit))
    }

    package func readWhole(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let bytes = try content(path)
        guard bytes.count <= limit else { throw FileError(path: path, code: EFBIG) }
        return bytes
    }

    package func entries(of path: String) throws(FileError) -> [String] {
        let result = state.withLock { state -> Result<[String], FileError> in
            do throws(FileError) {
                let folder = try Self.resolve(path, state)
                guard state.folders.contains(folder) else { throw FileError(path: path, code: ENOTDIR) }
                let prefix = folder == "/" ? "/" : folder + "/"
                let names = (Array(state.nodes.keys) + state.folders).compactMap { candidate -> String? in
                    guard candidate.hasPrefix(prefix), candidate != "/" else { return nil }
                    let rest = candidate.dropFirst(prefix.count)
                    return rest.isEmpty || rest.contains("/") ? nil : String(rest)
                }
                return .success(Set(names).sorted())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    package func resolved(_ path: String) throws(FileError) -> String {
        let result = state.withLock { state -> Result<String, FileError> in
            do throws(FileError) { return .success(try Self.resolve(path, state)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    package func changes(of path: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.watchers.append((path, continuation)) }
        return stream
    }

    private func content(_ path: String) throws(FileError) -> [UInt8] {
        let result = state.withLock { state -> Result<[UInt8], FileError> in
            do throws(FileError) {
                let target = try Self.resolve(path, state)
                state.opened.append(target)
                var code = Self.nextError(of: target, &state)
                var retries = 2
                while code == EINTR || code == EAGAIN, retries > 0 {
                    code = Self.nextError(of: target, &state)
                    retries -= 1
                }
                if let code { throw FileError(path: path, code: code) }
                guard case .file(let bytes) = state.nodes[target] else { throw FileError(path: path, code: EISDIR) }
                return .success(bytes)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func nextError(of path: String, _ state: inout State) -> Int32? {
        // A path that leads nowhere now is no other name of the file.
        let names = state.isFaultless ? [] : state.errors.keys.filter { (try? resolve($0, state)) ?? $0 == path }
        guard let name = names.first, let turns = state.errors[name], let turn = turns.first else { return nil }
        if turns.count > 1, !state.isPeeking { state.errors[name] = Array(turns.dropFirst()) }
        return turn
    }

    private func add(_ node: Node, at path: String) {
        state.withLock { state in
            state.nodes[path] = node
            Self.addParents(of: path, &state)
        }
    }

    private static func addParents(of path: String, _ state: inout State) {
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            state.folders.insert(folder)
        }
    }

    private static func resolve(_ path: String, _ state: State) throws(FileError) -> String {
        var rest = path.split(separator: "/").map(String.init)
        var done: [String] = []
        var followed = 0
        while !rest.isEmpty {
            let part = rest.removeFirst()
            switch part {
            case ".": continue
            case "..": _ = done.popLast()
            default:
                let here = "/" + (done + [part]).joined(separator: "/")
                if case .link(let target) = state.nodes[here] {
                    followed += 1
                    guard followed < 40 else { throw FileError(path: path, code: ELOOP) }
                    if target.hasPrefix("/") { done = [] }
                    rest = target.split(separator: "/").map(String.init) + rest
                } else {
                    guard state.nodes[here] != nil || state.folders.contains(here) else {
                        throw FileError(path: path, code: ENOENT)
                    }
                    done.append(part)
                }
            }
        }
        return "/" + done.joined(separator: "/")
    }
}
