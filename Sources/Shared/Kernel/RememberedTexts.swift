import Synchronization

/// What devices said of themselves that does not change, such as their type or a serial number: one that can't be asked for a
/// moment is still what it was, so that it keeps its id and its other files say how it is.
package final class RememberedTexts: Sendable {
    /// By path of the file, links followed.
    private let known = Mutex<[String: String]>([:])

    package init() {}

    /// - Parameter path: Below `/sys/devices`; it is another one when the device is connected anew.
    /// - Returns: What was read last when it can't be read now.
    /// - Throws: What `read` throws the first time.
    package func text<Failure: Error>(
        of path: String,
        _ read: () throws(Failure) -> String
    ) throws(Failure) -> String {
        do throws(Failure) {
            let text = try read()
            known.withLock { $0[path] = text }
            return text
        } catch {
            guard let text = known.withLock({ $0[path] }) else { throw error }
            return text
        }
    }
}
