@testable import Demo
import Shared
import TestSupport

extension World {
    /// The whole demo machine on a test's clock.
    static func demo(_ clock: TestClock) -> World {
        .demo(now: { clock.wall }, sinceBoot: { clock.sinceBoot }, clock: clock, log: RecordedLog())
    }

    /// The demo over a fake machine with these files.
    static func demo(over files: FakeFileTree, _ change: (inout World) -> Void = { _ in }) -> World {
        var base = World.fake()
        base.files = files
        change(&base)
        return .demo(filling: base, log: RecordedLog())
    }
}

extension FileTree {
    /// Every file and its text, by path, links followed once.
    func everything() throws -> [String: String] {
        var result: [String: String] = [:]
        var seen: Set<String> = []
        var waiting = ["/"]
        while let path = waiting.popLast() {
            let place = try resolved(path)
            guard seen.insert(place).inserted else { continue }
            do {
                waiting += try entries(of: place).map { place == "/" ? "/\($0)" : "\(place)/\($0)" }
            } catch {
                result[place] = String(decoding: try readWhole(place, limit: 65536), as: UTF8.self)
            }
        }
        return result
    }
}
