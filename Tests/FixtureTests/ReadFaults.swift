import Glibc
import Shared
import Synchronization
import TestSupport

/// Which reads of which files fail, and with what, on a machine whose files themselves can't fail.
final class ReadFaults: Sendable {
    private struct State {
        var turns: [String: [Int32?]] = [:]
        var isPeeking = false
        var isOff = false
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - errors: By path below `/sys`, which may go through links.
    ///   - files: Where the links are.
    func set(_ errors: [String: FixtureReadErrors], in files: any FileTree) {
        var turns: [String: [Int32?]] = [:]
        for (path, errors) in errors {
            // A file that is not there fails by itself.
            turns[(try? files.resolved("/sys/\(path)")) ?? "/sys/\(path)"] = errors.codes
        }
        state.withLock { $0.turns = turns }
    }

    /// While this is on, turns stay where they are.
    var isPeeking: Bool {
        get { state.withLock { $0.isPeeking } }
        set { state.withLock { $0.isPeeking = newValue } }
    }

    /// While this is on, every read works.
    var isOff: Bool {
        get { state.withLock { $0.isOff } }
        set { state.withLock { $0.isOff = newValue } }
    }

    /// What the next read of the file fails with; `nil` when it works.
    func next(_ path: String, in files: any FileTree) -> Int32? {
        // As above.
        let file = (try? files.resolved(path)) ?? path
        return state.withLock { state in
            guard !state.isOff, let turns = state.turns[file], let code = turns.first else { return nil }
            if turns.count > 1, !state.isPeeking { state.turns[file] = Array(turns.dropFirst()) }
            return code
        }
    }
}
