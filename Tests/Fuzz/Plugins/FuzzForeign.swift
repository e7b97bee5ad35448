import Demo
import Dispatch
import FoundationEssentials

@testable import PluginHost
@testable import SensorSDK
@testable import Shared

/// Plays what a foreign plugin printed through its adapter, and holds what comes of it against what the host relies on.
enum FuzzForeign {
    private struct Silence: LogSink {
        func write(_ priority: LogPriority, _ line: String) {}
    }

    private static let world = World.demo(
        now: { Date(timeIntervalSince1970: 1_767_225_600) },
        sinceBoot: { .seconds(1000) },
        clock: ContinuousClock(),
        log: Silence()
    )

    /// - Parameter outputs: What each call gives, in turn and then from the beginning.
    static func play(_ kind: String, _ outputs: [ForeignOutput], suffix: String? = nil) {
        guard let adapter = adapter(kind, suffix) else { preconditionFailure("no adapter for \(kind)") }
        let semaphore = DispatchSemaphore(value: 0)
        Task {
            await withWorld(world) {
                var session = ForeignSession(adapter)
                let next = AnswerBox<Int>()
                next.set(0)
                for isListing in [true, false, false] {
                    _ = await session.turn(isListing: isListing, context: .fuzz) { _ in
                        let number = next.take()
                        next.set(number + 1)
                        return outputs[number % outputs.count]
                    }
                    check(session)
                }
            }
            semaphore.signal()
        }
        semaphore.wait()
    }

    private static func adapter(_ kind: String, _ suffix: String?) -> (any ForeignAdapter)? {
        guard kind == "munin" else { return DropIn.adapter(kind, name: "x") }
        return MuninAdapter(name: "x", suffix: suffix, isWildcard: suffix != nil)
    }

    private static func check(_ session: ForeignSession) {
        precondition(session.items.count <= ForeignSession.mostItems, "more sensors than there may be")
        var ids: Set<String> = []
        for item in session.items {
            precondition(ids.insert("\(item.thing).\(item.reading)").inserted, "two sensors have one id")
            // What can't be a sensor is refused with its reason by whoever lists it.
            guard let sensor = try? item.sensor(family: "plugin_x", device: "X", interval: .seconds(60)) else {
                continue
            }
            if case .value(let value) = item.outcome {
                precondition(sensor.takes(value), "\(sensor.id) can't have the value \(value)")
            }
        }
    }
}
