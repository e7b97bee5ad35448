import Shared
import TestSupport
import Testing

@testable import Webhook

@Suite(.world()) struct KeyLineTests {
    let agent = String(repeating: "ab", count: 16)
    let key = String(repeating: "cd", count: 32)

    @Test("a key file may hold comments, blank lines, capitals and Windows line ends")
    func wholeFile() throws {
        let file = Secret("# keys of the house\n\n\(agent.uppercased())  \(key)  # attic\r\n\t\(key.uppercased())\r\n")
        #expect(
            try KeyLine.all(in: file) == [
                KeyLine(agent: agent, key: Secret(key)), KeyLine(agent: nil, key: Secret(key)),
            ]
        )
    }

    @Test("a fresh line reads back as itself, and no two are alike")
    func fresh() throws {
        let line = KeyLine.fresh()
        #expect(try KeyLine.all(in: line.text) == [line])
        #expect(KeyLine.fresh().key != line.key)
        #expect(KeyLine.fresh(for: agent).agent == agent)
    }

    @Test("a file with anything else says which line, and shows nothing of it")
    func refused() {
        let cases: [(String, KeyFileError)] = [
            ("\n\(key)5", .malformed(line: 2)), ("laptop \(key)", .malformed(line: 1)),
            ("\(agent) \(agent) \(key)", .malformed(line: 1)), (agent, .malformed(line: 1)),
            ("\(agent) \(key)\n\(agent) \(key)", .repeated(line: 2)),
            (String(repeating: key + "\n", count: 1001), .tooMany),
        ]
        for (text, error) in cases {
            #expect(throws: error) { try KeyLine.all(in: Secret(text)) }
            #expect(!"\(error)".contains(key.prefix(8)))
        }
    }
}
