import Shared
import Synchronization

/// What a plugin under test said that was no message.
final class KitLog: Sendable {
    private let state = Mutex<(refusals: [String], errors: [UInt8])>(([], []))

    func add(refusal: String) {
        state.withLock { if $0.refusals.count < 10 { $0.refusals.append(refusal) } }
    }

    func add(error piece: [UInt8]) {
        state.withLock { $0.errors = ($0.errors + piece).suffix(1000) }
    }

    var refusals: [String] { state.withLock { $0.refusals } }

    /// For the end of a sentence.
    var lastWords: String {
        let (refusals, errors) = state.withLock { $0 }
        let text = String(decoding: errors, as: UTF8.self).split(separator: "\n").last.map { String($0).printable() }
        return (refusals.first.map { "; \($0)" } ?? "") + (text.map { "; its standard error ends with: \($0)" } ?? "")
    }
}
