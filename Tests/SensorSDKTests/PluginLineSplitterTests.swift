import SensorSDK
import Testing

@Suite struct PluginLineSplitterTests {
    private func lines(_ pieces: [String], longest: Int = 10) -> [String] {
        var splitter = PluginLineSplitter(longest: longest)
        return pieces.flatMap { splitter.lines(in: Array($0.utf8)) }.map { line in
            switch line {
            case .success(let bytes): String(decoding: bytes, as: UTF8.self)
            case .failure: "too long"
            }
        }
    }

    @Test("lines come out whole however the stream is cut")
    func pieces() {
        #expect(lines(["a\nb", "c\n\n", "d"]) == ["a", "bc"])
        #expect(lines(["a", "\n", "b\n"]) == ["a", "b"])
    }

    @Test("a line that is too long is refused once, at once, and the next one is read")
    func tooLong() {
        #expect(lines([String(repeating: "x", count: 1 << 20), "xx\nok\n"]) == ["too long", "ok"])
        #expect(lines(["12345678901\nok\n"]) == ["too long", "ok"])
        #expect(lines(["1234567890\n"]) == ["1234567890"])
    }
}
