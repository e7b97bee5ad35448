import Glibc
@testable import Live
import Shared
import Testing

@Suite("Standard error")
struct StandardErrorLogTests {
    /// What a log writes, read from a pipe; each element is one `write`, since the pipe keeps packets apart.
    private func written(
        least: LogPriority,
        hasJournalPrefix: Bool,
        _ body: (StandardErrorLog) -> Void
    ) throws -> [String] {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let log = StandardErrorLog(least: least, hasJournalPrefix: hasJournalPrefix, descriptor: ends[0])
        body(log)
        close(ends[0])
        defer { close(ends[1]) }
        var packets: [String] = []
        while true {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(ends[1], &bytes, bytes.count)
            guard count > 0 else { return packets }
            packets.append(String(decoding: bytes.prefix(count), as: UTF8.self))
        }
    }

    @Test("the journal gets each line in one piece with its priority in front")
    func journal() throws {
        let lines = try written(least: .debug, hasJournalPrefix: true) { log in
            for priority in LogPriority.allCases { log.write(priority, "upload failed") }
        }
        #expect(lines == (3...7).map { "<\($0)>upload failed\n" })
    }

    @Test("people get a word in front of each line")
    func terminal() throws {
        let lines = try written(least: .debug, hasJournalPrefix: false) { log in
            for priority in LogPriority.allCases { log.write(priority, "upload failed") }
        }
        #expect(lines == ["error", "warning", "notice", "info", "debug"].map { "\($0): upload failed\n" })
    }

    @Test("what matters less than asked for is left out")
    func least() throws {
        let lines = try written(least: .info, hasJournalPrefix: false) { log in
            log.write(.debug, "a read")
            log.write(.info, "started")
            log.write(.error, "broken")
        }
        #expect(lines == ["info: started\n", "error: broken\n"])
    }
}
