import Glibc
import SensorSDK
import Shared

/// Whether it bears what a plugin meets.
extension PluginKit {
    @Sendable func takesPieces() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            let line = KitProcess.health + [UInt8(ascii: "\n")]
            for piece in [line[..<5], line[5..<12], line[12...]] {
                try await process.sendPiece(Array(piece))
                await pause(.milliseconds(50))
            }
            try await process.saysHealth()
            try await process.sendPiece(line + line)
            for _ in 1...2 { try await process.saysHealth() }
        }
    }

    @Sendable func survivesNoise() async throws(KitMiss) {
        try await survives([
            Array("Ping ok".utf8), [0xFF, 0xFE, 0x00, 0xC3], Array("{".utf8), Array(repeating: 0x61, count: 100_000),
        ])
    }

    @Sendable func survivesWrongRequests() async throws(KitMiss) {
        let kinds = ["null", "7", "true", #""a""#, "{}", "[7]", "[null]", "[[]]", "[{}]"]
        let lines =
            ["[1,2]", "null", "7", "{}", #"{"request":7}"#, #"{"request":null}"#, #"{"request":["read"]}"#]
            + ["read", "watch"].flatMap { word in
                [#"{"request":"\#(word)"}"#] + kinds.map { #"{"request":"\#(word)","ids":\#($0)}"# }
            }
        try await survives(lines.map { Array($0.utf8) })
    }

    @Sendable func survivesTheFuture() async throws(KitMiss) {
        try await survives([Array(#"{"request":"from_the_future","with":{"more":[1]}}"#.utf8)])
    }

    private func survives(_ lines: [[UInt8]]) async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            for line in lines {
                try await process.send(line)
                do throws(KitMiss) {
                    try await process.isWell()
                    // Some stumble over what they took only at their next turn.
                    await pause(.milliseconds(150))
                    try await process.isWell()
                } catch {
                    let shown = String(decoding: line.prefix(60), as: UTF8.self).printable(limit: 60)
                    throw KitMiss("after the line \(shown): \(error.reason)")
                }
            }
        }
    }

    /// More answers than a pipe holds wait before the first one is read.
    @Sendable func survivesSlowReader() async throws(KitMiss) {
        let count = 4000
        try await withProcess(isHeard: false) { process throws(KitMiss) in
            let hello = PluginRequest.Hello(agent: AgentVersion.current, family: subject.family)
            do {
                try await process.send(try PluginLine.encode(PluginRequest.hello(hello)))
            } catch {
                throw KitMiss("\(error)")
            }
            try await process.sendPiece(
                Array([[UInt8]](repeating: KitProcess.health + [UInt8(ascii: "\n")], count: count).joined())
            )
            await pause(.milliseconds(300))
            process.hear()
            for number in 1...count {
                do throws(KitMiss) {
                    try await process.saysHealth()
                } catch {
                    throw KitMiss("\(number - 1) of \(count) answers came: \(error.reason)")
                }
            }
            if let refusal = process.refusals.first { throw KitMiss(refusal) }
        }
    }

    @Sendable func survivesHangUp() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            await process.signal(SIGHUP)
            try await process.isWell()
        }
    }

    @Sendable func endsAfterBye() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            _ = try await process.ask(.bye)
            let end = try await process.end()
            guard end == .exited(0) else { throw KitMiss("it \(end)") }
        }
    }

    @Sendable func endsOnTerm() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            await process.signal(SIGTERM)
            _ = try await process.end()
        }
    }

    @Sendable func endsWithInput() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            await process.closeInput()
            _ = try await process.end()
        }
    }

    @Sendable func endsWithBoth() async throws(KitMiss) {
        try await with { process, _ throws(KitMiss) in
            await process.closeOutput()
            // It may have ended at the first of them.
            for _ in 1...2 { _ = try? await process.send(KitProcess.health) }
            await process.closeInput()
            _ = try await process.end()
        }
    }

    /// - Returns: What was left out.
    @Sendable func staysSmall() async throws(KitMiss) -> String? {
        var note: String?
        try await with { process, hello throws(KitMiss) in
            let ids = try await list(process).wire.values.sorted()
            guard hello.mode != .once else {
                note = "left out: it is started for each question"
                return
            }
            let start = Current.sinceBoot()
            var before: (memory: Int, files: Int) = (0, 0)
            var done = 0
            while done < reads, Current.sinceBoot() - start < longestRun {
                if done == reads / 10 { before = await size(of: process) }
                _ = try await read(ids, process)
                done += 1
            }
            if done < reads { note = "\(done) of \(reads) readings in \(longestRun)" }
            guard done > reads / 10 else { return }
            let after = await size(of: process)
            // An allocator may round up once more; a leak of a few bytes a reading is far beyond that.
            guard after.memory <= before.memory + before.memory / 10 + 512 else {
                throw KitMiss("from \(before.memory) KiB to \(after.memory) KiB in \(done) readings")
            }
            guard after.files <= before.files + 8 else {
                throw KitMiss("from \(before.files) open files to \(after.files) in \(done) readings")
            }
        }
        return note
    }

    private func size(of process: KitProcess) async -> (memory: Int, files: Int) {
        (await process.memory() ?? 0, await process.descriptors() ?? 0)
    }

    func pause(_ time: Duration) async {
        // It throws only when the whole test is cancelled.
        try? await Current.clock.sleep(for: time)
    }
}
