package import Shared

/// What an agent and its receiver share: one line of a key file, `agent-id key`.
package struct KeyLine: Sendable, Hashable {
    /// The agent's id, 32 hexadecimal digits; `nil` where the file of an agent holds the key alone.
    package var agent: String?
    /// 64 hexadecimal digits.
    package var key: Secret

    package init(agent: String?, key: Secret) {
        self.agent = agent
        self.key = key
    }

    /// A fresh key.
    ///
    /// - Parameter agent: `nil` makes a fresh id, too.
    package static func fresh(for agent: String? = nil) -> KeyLine {
        KeyLine(
            agent: agent ?? Current.randomBytes(16).hexadecimal,
            key: Secret(Current.randomBytes(32).hexadecimal)
        )
    }

    /// As it stands in a file.
    package var text: Secret { Secret((agent.map { $0 + " " } ?? "") + key.exposed) }

    /// Reads a key file; what follows a `#` is a comment.
    package static func all(in file: Secret) throws(KeyFileError) -> [KeyLine] {
        var lines: [KeyLine] = []
        let all = file.exposed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in all.enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
            guard let key = words.last else { continue }
            guard words.count <= 2, isHexadecimal(key, digits: 64), words.count == 1 || isAgent(words[0]) else {
                throw .malformed(line: index + 1)
            }
            let agent = words.count == 2 ? words[0] : nil
            if let agent, lines.contains(where: { $0.agent == agent }) { throw .repeated(line: index + 1) }
            lines.append(KeyLine(agent: agent, key: Secret(key)))
            guard lines.count <= mostLines else { throw .tooMany }
        }
        return lines
    }

    /// The most agents of one receiver.
    static let mostLines = 1000

    /// Whether a text can be the id of an agent.
    package static func isAgent(_ text: String) -> Bool { isHexadecimal(text, digits: 32) }

    private static func isHexadecimal(_ text: String, digits: Int) -> Bool {
        let digit = { (byte: UInt8) in "0123456789abcdef".utf8.contains(byte) }
        return text.utf8.count == digits && text.utf8.allSatisfy(digit)
    }
}
