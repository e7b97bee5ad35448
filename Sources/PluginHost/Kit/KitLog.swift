import Shared
import SensorSDK
import Synchronization

/// What a plugin under test said that was no message.
final class KitLog: Sendable {
    private struct State {
        var refusals: [String] = []
        var errors: [UInt8] = []
        var splitter = PluginLineSplitter(longest: 4096)
        var hasSpoken = false
        var isOver = false
    }

    private let state = Mutex(State())
    private let onAside: @Sendable (KitAside) -> Void

    /// - Parameter onAside: Gets each line that is no message, and each of standard error.
    init(_ onAside: @escaping @Sendable (KitAside) -> Void) {
        self.onAside = onAside
    }

    func add(refusal: String) {
        onAside(.refused(refusal))
        state.withLock { if $0.refusals.count < 10 { $0.refusals.append(refusal) } }
    }

    func add(error piece: [UInt8]) {
        let lines = state.withLock { state in
            state.errors = (state.errors + piece).suffix(1000)
            return state.splitter.lines(in: piece)
        }
        for line in lines {
            // One that is too long was not kept.
            let text = (try? line.get()).map { String(decoding: $0, as: UTF8.self).printable() }
            onAside(.error(text ?? "(a line that is too long)"))
        }
    }

    /// A line came from it, whatever it says.
    func hear() {
        state.withLock { $0.hasSpoken = true }
    }

    /// Its output is at its end.
    func end() {
        state.withLock { $0.isOver = true }
    }

    var isOver: Bool { state.withLock { $0.isOver } }
    var hasSpoken: Bool { state.withLock { $0.hasSpoken } }
    var refusals: [String] { state.withLock { $0.refusals } }

    /// For the end of a sentence.
    var lastWords: String {
        let (refusals, errors) = state.withLock { ($0.refusals, $0.errors) }
        let lines = String(decoding: errors, as: UTF8.self).split(separator: "\n").suffix(2).map {
            String($0).printable()
        }
        return (refusals.first.map { "; \($0)" } ?? "")
            + (lines.isEmpty ? "" : "; its standard error ends with: \(lines.joined(separator: " / "))")
    }
}
