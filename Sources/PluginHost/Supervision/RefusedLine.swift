import SensorSDK
import Shared

/// A line of a plugin that is no message, in words for its author.
enum RefusedLine {
    /// - Parameter line: As it came, if it was kept: one that is too long was not.
    static func text(_ number: Int, _ reason: String, _ line: Result<[UInt8], PluginLineError>) -> String {
        let shown = (try? line.get()).map {
            ": " + String(decoding: $0.prefix(200), as: UTF8.self).printable(limit: 80)
        }
        return "line \(number), \(reason.printable())\(shown ?? "")"
    }
}
