import FoundationEssentials
import Glibc
import PluginHost
import SensorSDK
import Shared
import TestSupport
import Testing

/// Plugins that misbehave in every way, one after the other, for many rounds. Nothing of them may be left: no process, no open
/// file, no memory. `PLUGIN_ROUNDS=500 swift test --filter RoundsTests` does 500.
@Suite(.timeLimit(.minutes(30))) struct RoundsTests {
    private static let rounds = getenv("PLUGIN_ROUNDS").flatMap { Int(String(cString: $0)) }

    /// Other tests open files and start programs, too, so that the rounds have a process to themselves.
    @Test("whatever a plugin does, nothing of it is left", .enabled(if: rounds == nil))
    func inTheirOwnProcess() async throws {
        let tests = try #require(CommandLine.arguments.first)
        let output = try await ChildProgram.run([
            "env", "PLUGIN_ROUNDS=\(2 * Misbehaviour.all.count)", tests, "--testing-library", "swift-testing",
            "--filter",
            "RoundsTests",
        ])
        #expect(output.status == 0, "\(output.standardOutput.suffix(3000))\(output.standardError.suffix(1000))")
        #expect(output.standardOutput.contains("rounds left nothing"), "\(output.standardOutput.suffix(1000))")
    }

    @Test("each round ends with the same processes, the same open files and flat memory", .enabled(if: rounds != nil))
    func alone() async throws {
        let rounds = try #require(Self.rounds)
        try await PluginBench.run { bench in
            // What stays is made in the first round of each kind: the guard, queues, caches.
            for kind in Misbehaviour.all { try await Self.round(kind, bench) }
            let before = try await Self.settled()
            var memory = OwnProcess.memory()
            for number in 0..<rounds {
                let kind = Misbehaviour.all[number % Misbehaviour.all.count]
                try await Self.round(kind, bench)
                let after = try await Self.settled(until: before)
                #expect(after == before, "round \(number), a plugin that \(kind)")
                // A megabyte here and there is the allocator's.
                if number == rounds / 10 { memory = OwnProcess.memory() }
            }
            let grown = OwnProcess.memory() - memory
            #expect(grown < 6144, "\(grown) KiB more after \(rounds) rounds")
            print("\(rounds) rounds left nothing, and \(grown) KiB of memory")
        }
    }

    private static func round(_ kind: Misbehaviour, _ bench: PluginBench) async throws {
        let provider = try await bench.shell(answers: ["list": kind.list, "read": "echo > asked; \(kind.read)"])
        let id = try PluginBench.id("v")
        _ = try await provider.sensors()
        let outcome: Reading.Outcome?
        if kind.isLate {
            async let readings = provider.read([id])
            // Its question has arrived, and somebody waits for the answer.
            while access(bench.folder.path + "/work/x/asked", F_OK) != 0 { await Task.yield() }
            await bench.clock.sleeper(within: .seconds(10))
            bench.clock.advance(by: .seconds(10))
            outcome = await readings.first?.outcome
        } else {
            outcome = await provider.read([id]).first?.outcome
        }
        let expected: Reading.Outcome =
            kind.hasValue ? .value(.integer(7)) : .unavailable(kind.isLate ? .timeout : .plugin)
        #expect(outcome == expected, "a plugin that \(kind)")
        for name in ["plugins/x", "work/x/asked"] { unlink("\(bench.folder.path)/\(name)") }
        // It is gone, and so is its process.
        _ = await bench.host.look()
    }

    /// The kernel ends and closes in its own time; what has not after that long is left over.
    private static func settled(until wanted: OwnProcess? = nil) async throws -> OwnProcess {
        var last = OwnProcess()
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .seconds(wanted == nil ? 2 : 30) {
            if let wanted, last == wanted { return last }
            try await Task.sleep(for: .milliseconds(5))
            last = OwnProcess()
        }
        return last
    }
}
