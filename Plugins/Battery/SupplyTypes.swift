import Synchronization

/// What each supply said that it is: one that can't be asked for a moment is still what it was, so that its other files say how
/// it is.
final class SupplyTypes: Sendable {
    /// By path below `/sys/devices`.
    private let known = Mutex<[String: String]>([:])

    func text(of path: String, _ read: () throws -> String) throws -> String {
        do {
            let text = try read()
            known.withLock { $0[path] = text }
            return text
        } catch {
            guard let text = known.withLock({ $0[path] }) else { throw error }
            return text
        }
    }
}
