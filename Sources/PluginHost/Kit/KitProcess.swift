import FoundationEssentials
import Glibc
import SensorSDK
import Shared

/// A process of a plugin under test: says what the test wants, right or wrong, and hears what comes.
actor KitProcess {
    private let process: any ChildProcess
    private let times: PluginTimes
    private let heard: AsyncStream<PluginMessage>
    private let reader: Task<Void, Never>
    private let log: KitLog
    private let gate: KitGate
    private let onAside: @Sendable (KitAside) -> Void
    private let skipsUnasked: Bool

    /// - Parameters:
    ///   - isHeard: Whether its output is read from the beginning, or only once ``hear()`` was called.
    ///   - skipsUnasked: Whether an answer to another question is passed over, as by the host, rather than a miss.
    ///   - onAside: Gets what is no answer.
    init(
        _ command: ChildCommand,
        times: PluginTimes,
        isHeard: Bool = true,
        skipsUnasked: Bool = false,
        onAside: @escaping @Sendable (KitAside) -> Void = { _ in }
    ) async throws {
        let process = try await Current.processes.start(command)
        let (heard, continuation) = AsyncStream.makeStream(of: PluginMessage.self)
        let log = KitLog(onAside)
        let gate = KitGate(isOpen: isHeard)
        reader = Task {
            async let errors: Void = {
                while let piece = await process.errors() { log.add(error: piece) }
            }()
            await gate.pass()
            var splitter = PluginLineSplitter()
            var number = 0
            while let piece = await process.output() {
                for line in splitter.lines(in: piece) {
                    number += 1
                    log.hear()
                    do {
                        let bytes = try line.get()
                        let message: PluginMessage = try PluginLine.decode(from: bytes)
                        for key in UnknownKeys.inMessage(bytes) { onAside(.unknownKey(key)) }
                        if message.isPushed { onAside(.pushed(message)) } else { continuation.yield(message) }
                    } catch {
                        log.add(refusal: RefusedLine.text(number, "\(error)", line))
                    }
                }
            }
            if !splitter.unfinished.isEmpty {
                log.add(refusal: RefusedLine.text(number + 1, "it has no end", .success(splitter.unfinished)))
            }
            log.end()
            continuation.finish()
            await errors
        }
        self.gate = gate
        self.onAside = onAside
        self.skipsUnasked = skipsUnasked
        self.process = process
        self.times = times
        self.heard = heard
        self.log = log
    }

    /// Lines that were no messages.
    nonisolated var refusals: [String] { log.refusals }
    /// Whether nothing more can come from it.
    nonisolated var isOver: Bool { log.isOver }
    nonisolated var id: Int32 { process.id }

    /// From now on its output is read, if it was not before.
    nonisolated func hear() {
        gate.open()
    }

    func send(_ bytes: [UInt8]) throws(KitMiss) {
        try sendPiece(bytes + [UInt8(ascii: "\n")])
    }

    /// Sends bytes that need not end a line.
    func sendPiece(_ bytes: [UInt8]) throws(KitMiss) {
        guard process.send(bytes) else { throw KitMiss("it does not take what it is sent" + log.lastWords) }
    }

    /// Asks, and waits for that answer.
    func ask(_ request: PluginRequest) async throws(KitMiss) -> PluginMessage {
        do {
            try send(try PluginLine.encode(request))
        } catch let error as KitMiss {
            throw error
        } catch {
            throw KitMiss("\(error)")
        }
        var message = try await next(within: limit(of: request), of: request.word)
        while !message.answers(request) {
            guard skipsUnasked else {
                throw KitMiss("the answer to '\(request.word)' is one to another question")
            }
            onAside(.refused("an answer to no question, or to another one than '\(request.word)'"))
            message = try await next(within: limit(of: request), of: request.word)
        }
        if case .error(let text) = message {
            throw KitMiss("'\(request.word)' was answered with an error: \(text.printable())")
        }
        return message
    }

    /// `{"request":"health"}`
    static let health = Array(#"{"request":"health"}"#.utf8)

    /// Asks for health, whatever is answered before that.
    func isWell() async throws(KitMiss) {
        try send(Self.health)
        try await saysHealth()
    }

    /// Waits for an answer about health, whatever is answered before that.
    func saysHealth() async throws(KitMiss) {
        while true {
            if case .health = try await next(within: times.other, of: "health") { return }
        }
    }

    func hello(_ family: String) async throws(KitMiss) -> PluginMessage.Hello {
        let request = PluginRequest.hello(PluginRequest.Hello(agent: AgentVersion.current, family: family))
        guard case .hello(let hello) = try await ask(request) else { throw KitMiss("no hello") }
        return hello
    }

    func signal(_ number: Int32) {
        process.signal(number)
    }

    func closeInput() {
        process.closeInput()
    }

    func closeOutput() {
        process.closeOutput()
    }

    /// Waits for its end, however long that takes.
    nonisolated func ended() async -> ChildEnd {
        await process.end()
    }

    /// Whether it ends by itself in time, and how; what does not is killed.
    func end() async throws(KitMiss) -> ChildEnd {
        let grace = times.grace
        let end = await process.ended(within: grace, on: Current.clock)
        await reader.value
        guard let end else { throw KitMiss("it still runs after \(grace)") }
        return end
    }

    /// Ends it whatever it does.
    func kill() async {
        hear()
        process.signal(SIGKILL)
        _ = await process.end()
        await reader.value
    }

    /// Memory that it holds, in KiB.
    func memory() -> Int? {
        let status = FileManager.default.contents(atPath: "/proc/\(process.id)/status").map {
            String(decoding: $0, as: UTF8.self)
        }
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }

    /// Its open files.
    func descriptors() -> Int? {
        // One that has ended has none.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd"))?.count
    }

    /// The next message that is no push.
    func next(within limit: Duration, of word: String) async throws(KitMiss) -> PluginMessage {
        let clock = Current.clock
        let heard = heard
        let message = await withTaskGroup(of: PluginMessage?.self) { group in
            group.addTask {
                for await message in heard { return message }
                return nil
            }
            group.addTask {
                // It throws only when it is cancelled, because the answer was first.
                try? await clock.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        guard let message else {
            let fate = log.isOver ? "it ended without an answer to '\(word)'" : "no answer to '\(word)' within \(limit)"
            let hint = "; nothing at all came from it: does it flush each line (flush=True, $| = 1, setvbuf)?"
            throw KitMiss(fate + (log.isOver || log.hasSpoken ? "" : hint) + log.lastWords)
        }
        return message
    }

    private func limit(of request: PluginRequest) -> Duration {
        switch request {
        case .hello: times.hello
        case .list: times.list
        case .read: times.read
        case .watch, .health, .bye, .other: times.other
        }
    }
}
