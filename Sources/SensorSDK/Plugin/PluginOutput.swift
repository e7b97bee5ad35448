import Glibc
import Synchronization

/// Lines to a descriptor, whole, from any task.
final class PluginOutput: Sendable {
    private let lock = Mutex(())
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Waits until the host has taken it.
    ///
    /// - Returns: Whether somebody still reads.
    @discardableResult
    func write(_ message: PluginMessage) -> Bool {
        var line: [UInt8]
        do {
            line = try PluginLine.encode(message)
        } catch {
            // A message that can't be sent is answered all the same, or the host would wait.
            guard !message.isPushed, let text = try? PluginLine.encode(PluginMessage.error("\(error)")) else {
                return true
            }
            line = text
        }
        line.append(UInt8(ascii: "\n"))
        return lock.withLock { _ in
            var rest = line[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }
}
