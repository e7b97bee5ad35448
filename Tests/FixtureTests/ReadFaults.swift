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

    private let state: Mutex<State>

    /// - Parameter turns: By path.
    init(_ turns: [String: [Int32?]] = [:]) {
        state = Mutex(State(turns: turns))
    }

    /// - Parameter errors: By path below `/sys`, which may go through links that another sample changes.
    func set(_ errors: [String: FixtureReadErrors]) {
        let turns = errors.map { ("/sys/\($0)", $1.codes) }
        state.withLock { $0.turns = Dictionary(uniqueKeysWithValues: turns) }
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
        let names = state.withLock { $0.isOff ? [] : Array($0.turns.keys) }
        if names.isEmpty { return nil }
        // A file that is not there fails by itself.
        guard let file = try? files.resolved(path), let name = names.first(where: { (try? files.resolved($0)) == file })
        else { return nil }
        return state.withLock { state in
            guard let turns = state.turns[name], let code = turns.first else { return nil }
            if turns.count > 1, !state.isPeeking { state.turns[name] = Array(turns.dropFirst()) }
            return code
        }
    }
}
