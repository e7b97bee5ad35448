import Daemon
import FoundationEssentials

extension Console {
    /// One document for programs.
    static func json(_ document: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        out(String(decoding: try encoder.encode(document), as: UTF8.self))
    }
}
