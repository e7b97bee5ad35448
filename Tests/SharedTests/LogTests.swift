import Shared
import TestSupport
import Testing

@Suite struct LogTests {
    private func lines(_ write: () -> Void) async -> [String] {
        let log = RecordedLog()
        await inWorld {
            $0.log = log
        } operation: {
            write()
        }
        return log.lines.map { "\($0.priority.rawValue) \($0.line)" }
    }

    @Test("a line is its message and its data, in the order in which they were given")
    func form() async {
        let lines = await lines {
            Log.warning("upload failed", ["server": "home", "status": "502", "a": "1"])
            Log.info("started")
        }
        #expect(lines == ["4 upload failed server=home status=502 a=1", "6 started"])
    }

    @Test("each priority has its number of syslog")
    func priorities() async {
        let lines = await lines {
            Log.error("a")
            Log.warning("b")
            Log.notice("c")
            Log.info("d")
            Log.debug("e")
        }
        #expect(lines == ["3 a", "4 b", "5 c", "6 d", "7 e"])
        #expect(LogPriority.debug < .info && .warning < LogPriority.error)
        #expect(LogPriority.allCases.max() == .error)
    }

    @Test("a value with a blank, or none at all, stands in quotes")
    func quotes() async {
        let lines = await lines { Log.info("m", ["name": "my server", "empty": "", "plain": "a.b-c"]) }
        #expect(lines == ["6 m name=\"my server\" empty=\"\" plain=a.b-c"])
    }

    @Test("a value can't forge a second line, a colour or another key")
    func forged() async {
        let lines = await lines {
            Log.info("m", ["name": "x\n3 fake\u{1B}[31m", "other": "a\" status=\"200", "equals": "a=b"])
        }
        #expect(lines.count == 1)
        let line = lines.first ?? ""
        #expect(!line.contains("\n") && !line.contains("\u{1B}"))
        #expect(line.hasSuffix(#" other="a\" status=\"200" equals=a=b"#))
    }

    @Test("a value is cut at 500 characters")
    func length() async {
        let lines = await lines { Log.info("m", ["v": String(repeating: "x", count: 9000)]) }
        #expect(lines.first?.count == "6 m v=".count + 500)
    }

    @Test("a secret in the data does not show")
    func secret() async {
        let lines = await lines { Log.info("m", ["token": "\(Secret("hunter2"))"]) }
        #expect(lines == ["6 m token=‹secret›"])
    }
}
