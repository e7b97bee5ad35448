import Glibc
import SensorSDK
import Shared

/// One process of a plugin, from its start to its end: asks one question at a time and ends what does not answer.
actor PluginConversation {
    private let process: any ChildProcess
    private let name: String
    private let times: PluginTimes
    private let onPush: @Sendable (PluginMessage) -> Void

    private var pending:
        (request: PluginRequest, answer: CheckedContinuation<Result<PluginMessage, PluginFault>, Never>)?
    private var deadline: Task<Void, Never>?
    /// Why it is of no use any more.
    private(set) var fault: PluginFault?
    private var listeners: [Task<Void, Never>] = []
    private var budget: LineBudget
    private var lineNumber = 0
    /// The first line of this process that was refused, and why.
    private(set) var refusal: String?
    private(set) var lastError: String?
    private(set) var hello = PluginMessage.Hello()

    /// Starts a program and greets it.
    ///
    /// - Parameter onPush: Gets what the plugin says by itself.
    /// - Throws: ``PluginFault``; the process has ended by then.
    static func start(
        _ command: ChildCommand,
        name: String,
        hello: PluginRequest.Hello,
        times: PluginTimes,
        onPush: @escaping @Sendable (PluginMessage) -> Void
    ) async throws(PluginFault) -> PluginConversation {
        let process: any ChildProcess
        do {
            process = try await Current.processes.start(command)
        } catch {
            throw .cannotStart("\(error)")
        }
        let conversation = PluginConversation(process, name: name, times: times, onPush: onPush)
        await conversation.listen()
        do {
            try await conversation.greet(hello)
        } catch {
            await conversation.close()
            throw error
        }
        return conversation
    }

    private init(
        _ process: any ChildProcess,
        name: String,
        times: PluginTimes,
        onPush: @escaping @Sendable (PluginMessage) -> Void
    ) {
        self.process = process
        self.name = name
        self.times = times
        self.onPush = onPush
        budget = LineBudget(start: Current.sinceBoot())
    }

    nonisolated var processID: Int32 { process.id }

    // MARK: Asking

    /// Asks and waits for the answer; the process is of no use any more once this has thrown.
    func ask(_ request: PluginRequest) async throws(PluginFault) -> PluginMessage {
        let answer = try await answer(to: request)
        guard case .error(let text) = answer else { return answer }
        throw .refuses(request.word, text.printable())
    }

    private func greet(_ hello: PluginRequest.Hello) async throws(PluginFault) {
        guard case .hello(let answer) = try await ask(.hello(hello)) else { throw .wrongAnswer("hello") }
        guard (1...PluginProtocol.version).contains(answer.version) else { throw .version(answer.version) }
        self.hello = answer
    }

    private func answer(to request: PluginRequest) async throws(PluginFault) -> PluginMessage {
        if let fault { throw fault }
        precondition(pending == nil, "a plugin is asked one question at a time")
        let line: [UInt8]
        do {
            line = try PluginLine.encode(request)
        } catch {
            throw .cannotStart("the request '\(request.word)' can't be sent: \(error)")
        }
        guard process.send(line + [UInt8(ascii: "\n")]) else {
            // A program that has just ended does not read either, and how it ended says more.
            let end = await process.ended(within: .milliseconds(500), on: Current.clock)
            throw fail(end.map { .ended($0, lastError: lastError) } ?? .deaf)
        }
        let clock = Current.clock
        let limit = limit(of: request)
        let result: Result<PluginMessage, PluginFault> = await withCheckedContinuation { continuation in
            if let fault { return continuation.resume(returning: Result.failure(fault)) }
            pending = (request, continuation)
            deadline = Task {
                // It throws only when it is cancelled, because the answer was first.
                guard (try? await clock.sleep(for: limit)) != nil else { return }
                self.late()
            }
        }
        return try result.get()
    }

    private func limit(of request: PluginRequest) -> Duration {
        switch request {
        case .hello: times.hello
        case .list: times.list
        case .read: times.read
        case .watch, .health, .other: times.other
        case .bye: times.grace
        }
    }

    private func late() {
        guard let pending else { return }
        fail(.late(pending.request.word, instead: refusal))
    }

    @discardableResult
    private func fail(_ newFault: PluginFault) -> PluginFault {
        let first = fault ?? newFault
        fault = first
        settle(.failure(first))
        return first
    }

    private func settle(_ result: Result<PluginMessage, PluginFault>) {
        deadline?.cancel()
        deadline = nil
        let waiting = pending
        pending = nil
        waiting?.answer.resume(returning: result)
    }

    // MARK: Listening

    private func listen() {
        listeners = [
            Task { await self.hear() },
            Task { await self.hearErrors() },
        ]
    }

    private func hear() async {
        var splitter = PluginLineSplitter()
        while let piece = await process.output() {
            var isWithinBudget = budget.spend(lines: 0, bytes: piece.count, at: Current.sinceBoot())
            for line in splitter.lines(in: piece) where isWithinBudget { isWithinBudget = take(line) }
            guard isWithinBudget else {
                fail(.floods)
                process.signal(SIGKILL)
                break
            }
        }
        let end = await process.end()
        // What it wrote to standard error explains its end better than any code.
        await listeners.last?.value
        fail(.ended(end, lastError: lastError))
    }

    /// - Returns: Whether it may go on talking.
    private func take(_ line: Result<[UInt8], PluginLineError>) -> Bool {
        lineNumber += 1
        do {
            let message: PluginMessage = try PluginLine.decode(from: line.get())
            if message.isPushed {
                onPush(message)
            } else if let pending, message.answers(pending.request) {
                budget.refund(bytes: (try line.get()).count)
                settle(.success(message))
                return true
            } else {
                refuse(pending.map { "no answer to '\($0.request.word)'" } ?? "an answer to no question", line: line)
            }
        } catch {
            refuse("\(error)", line: line)
        }
        return budget.spend(lines: 1, bytes: 0, at: Current.sinceBoot())
    }

    private func refuse(_ reason: String, line: Result<[UInt8], PluginLineError>) {
        guard refusal == nil else { return }
        let told = RefusedLine.text(lineNumber, reason, line)
        refusal = told
        Log.warning("a plugin's line was refused", ["plugin": name, "where": told])
    }

    private func hearErrors() async {
        var splitter = PluginLineSplitter(longest: 4096)
        var lines = LineBudget(start: Current.sinceBoot())
        var told = SpokenLines(start: Current.sinceBoot())
        while let piece = await process.errors() {
            for line in splitter.lines(in: piece) { tell(line, &told) }
            guard lines.spend(lines: 0, bytes: piece.count, at: Current.sinceBoot()) else {
                fail(.floods)
                process.signal(SIGKILL)
                return
            }
        }
        if !splitter.unfinished.isEmpty { tell(.success(splitter.unfinished), &told) }
    }

    private func tell(_ line: Result<[UInt8], PluginLineError>, _ told: inout SpokenLines) {
        let text =
            (try? line.get()).map { String(decoding: $0, as: UTF8.self).printable() } ?? "(a line that is too long)"
        lastError = text
        switch told.next(at: Current.sinceBoot()) {
        case .tell: Log.notice("plugin says", ["plugin": name, "text": text])
        case .tellLast: Log.notice("plugin says more, which is left out for an hour", ["plugin": name])
        case .keep: break
        }
    }

    // MARK: Ending

    /// Lets whoever waits for an answer go on without it.
    func abort() {
        fail(.closed)
    }

    /// Ends the process and its whole group; returns when nothing of it is left.
    func close() async {
        if fault == nil, pending == nil {
            // Whether it says good-bye or not, it goes.
            _ = try? await answer(to: .bye)
        }
        fail(.closed)
        await process.terminate(within: times.grace, on: Current.clock)
        for listener in listeners { await listener.value }
        listeners = []
    }
}
