import Sealing
import SensorSDK
import Shared
import Synchronization
import TestSupport
import Testing

@testable import PluginHost

/// An adapter that is told what each call of its program came to.
struct AdapterBench {
    private var session: ForeignSession
    private let clock = TestClock()
    private var turns = 0
    /// How many calls were made so far.
    private(set) var calls = 0
    let context = ProviderContext(salt: Array(repeating: 3, count: 16), sha256: Digest.sha256)

    init(_ kind: String, _ keys: String = "") throws {
        let target = kind == "prometheus" ? "path = /x" : "command = /x"
        let dropIn = try DropIn("kind = \(kind)\n\(target)\n\(keys)")
        session = ForeignSession(try #require(DropIn.adapter(kind, name: "x", dropIn: dropIn)))
    }

    var items: [ForeignItem] { session.items }
    var refusals: [String] { session.refusals }
    var sensors: [Sensor] {
        get throws {
            try items.map { try $0.sensor(family: "plugin_x", device: "x", interval: .seconds(60)) }
        }
    }

    /// By thing and reading.
    var outcomes: [String: Reading.Outcome] {
        Dictionary(items.map { ("\($0.thing).\($0.reading)", $0.outcome) }, uniquingKeysWith: { $1 })
    }

    /// One reading, so many seconds after the one before.
    mutating func turn(
        _ output: String,
        config: String = "",
        status: Int32 = 0,
        after seconds: Int = 10
    ) async throws {
        clock.advance(by: .seconds(seconds))
        let clock = clock
        let isListing = turns == 0
        turns += 1
        var session = session
        let context = context
        let made = Mutex(0)
        await inWorld({ $0.use(clock) }) {
            _ = await session.turn(isListing: isListing, context: context) { call in
                made.withLock { $0 += 1 }
                let text =
                    switch call.mode {
                    case .autoconf: "yes\n"
                    case .config: config
                    default: output
                    }
                return ForeignOutput(end: call.mode == .file ? nil : .exited(status), output: Array(text.utf8))
            }
        }
        self.session = session
        calls += made.withLock { $0 }
    }
}
