import Glibc
import SensorSDK
import Shared
import Synchronization

/// A program that lives on and prints line protocol when it is told to, or by itself, as Telegraf's execd runs it.
actor ForeignResident {
    /// Complete when nothing more came for so long.
    private static let quiet = Duration.milliseconds(250)
    /// After its start it gets this time to learn what a signal means; before that one would end it.
    private static let warmUp = Duration.seconds(1)

    private let runner: ForeignRunner
    private var process: (any ChildProcess)?
    private var listeners: [Task<Void, Never>] = []
    private var feed = ResidentFeed()
    private var hasReported = false
    private var lastEnd: (time: Duration, fault: PluginFault)?
    private var lastError: String?
    private var spoken = SpokenLines(start: .zero)
    /// Its id while it runs.
    private nonisolated let runningID = Mutex<Int32?>(nil)
    private var arrivals: AsyncStream<Void>.Continuation?
    /// The reader of its output, while there is more than is kept.
    private var full: CheckedContinuation<Void, Never>?

    init(_ runner: ForeignRunner) {
        self.runner = runner
    }

    nonisolated var processID: Int32? { runningID.withLock { $0 } }

    /// What it has reported since the last time; it is started if it does not run, and told to report if it waits for that.
    ///
    /// - Throws: ``PluginFault`` when it can't be started, has ended, or must wait until it is started again.
    func report() async throws(PluginFault) -> ForeignOutput {
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = continuation
        defer { self.arrivals = nil }
        let isNew = process == nil
        let process = try await running()
        let trigger = runner.dropIn.trigger
        if isNew, [.hangUp, .user1, .user2].contains(trigger) {
            // It throws only when whoever asks is gone.
            try? await Current.clock.sleep(for: Self.warmUp)
        }
        switch trigger {
        case .none: break
        case .input: _ = process.send([UInt8(ascii: "\n")])
        case .hangUp: process.signalLeader(SIGHUP)
        case .user1: process.signalLeader(SIGUSR1)
        case .user2: process.signalLeader(SIGUSR2)
        }
        var output = ForeignOutput(end: .exited(0))
        if trigger != .none || !hasReported, await !untilReported(arrivals) {
            if let lastEnd, self.process == nil { throw lastEnd.fault }
            output.isLate = trigger != .none || !hasReported
            // One that reports by itself does so in its own time.
            if trigger != .none { await endLate() }
        }
        output.output = feed.take()
        hasReported = hasReported || !output.output.isEmpty
        full?.resume()
        full = nil
        return output
    }

    /// Ends it; nothing of it is left when this returns.
    func end() async {
        guard let process else { return }
        await process.terminate(within: runner.settings.times.grace, on: Current.clock)
        full?.resume()
        full = nil
        for listener in listeners { await listener.value }
        listeners = []
        forget()
        // On purpose, so that it may be started again at once.
        lastEnd = nil
    }

    private func endLate() async {
        let fault = PluginFault.late("report", instead: lastError)
        await end()
        lastEnd = (Current.sinceBoot(), fault)
    }

    // MARK: The process

    private func running() async throws(PluginFault) -> any ChildProcess {
        if let process { return process }
        let delay = runner.dropIn.restartDelay
        if let lastEnd, Current.sinceBoot() - lastEnd.time < delay { throw lastEnd.fault }
        for listener in listeners { await listener.value }
        let command = try runner.command(for: .run)
        let new: any ChildProcess
        do {
            new = try await Current.processes.start(command)
        } catch {
            throw .cannotStart("\(error)")
        }
        process = new
        runningID.withLock { $0 = new.id }
        feed = ResidentFeed()
        lastError = nil
        spoken = SpokenLines(start: Current.sinceBoot())
        listeners = [Task { await self.hear(new) }, Task { await self.hearErrors(new) }]
        return new
    }

    private func hear(_ process: any ChildProcess) async {
        while let piece = await process.output() {
            let isFull = feed.add(piece)
            arrivals?.yield()
            // Whoever says more than anybody reads waits, as at any pipe.
            if isFull { await withCheckedContinuation { full = $0 } }
        }
        let end = await process.end()
        await listeners.last?.value
        lastEnd = (Current.sinceBoot(), .ended(end, lastError: lastError))
        forget()
        arrivals?.finish()
    }

    private func forget() {
        process = nil
        runningID.withLock { $0 = nil }
    }

    /// - Returns: Whether something came within the time of a reading.
    private func untilReported(_ arrivals: AsyncStream<Void>) async -> Bool {
        let clock = Current.clock
        let limit = runner.dropIn.timeout
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask { await self.untilQuiet(arrivals, clock) }
            group.addTask {
                // It throws only when it is cancelled, because the report was first.
                try? await clock.sleep(for: limit)
                return await self.hasLines
            }
            let isThere = await group.next() ?? false
            group.cancelAll()
            return isThere
        }
    }

    private var hasLines: Bool { feed.hasLines }

    /// - Returns: `false` when the program has ended without a line.
    private func untilQuiet(_ arrivals: AsyncStream<Void>, _ clock: any Clock<Duration>) async -> Bool {
        if !feed.hasLines {
            for await _ in arrivals where feed.hasLines { break }
        }
        while feed.hasLines, process != nil {
            let count = feed.count
            // It throws only when it is cancelled: what is there is the report then.
            guard (try? await clock.sleep(for: Self.quiet)) != nil else { return true }
            if feed.count == count { return true }
        }
        return feed.hasLines
    }

    // MARK: Standard error

    private func hearErrors(_ process: any ChildProcess) async {
        var splitter = PluginLineSplitter(longest: 4096)
        while let piece = await process.errors() {
            for line in splitter.lines(in: piece) {
                // One that is too long was not kept.
                guard let bytes = try? line.get() else { continue }
                tell(String(decoding: bytes, as: UTF8.self).printable())
            }
        }
    }

    /// Lines may begin with a level: `E! `, `W! `, `I! `, `D! `, `T! `.
    private func tell(_ line: String) {
        lastError = line
        guard case .tell = spoken.next(at: Current.sinceBoot()) else { return }
        let data: KeyValuePairs = ["plugin": runner.name, "text": line]
        switch line.prefix(3) {
        case "E! ", "W! ": Log.warning("plugin says", data)
        case "I! ": Log.info("plugin says", data)
        case "D! ", "T! ": Log.debug("plugin says", data)
        default: Log.notice("plugin says", data)
        }
    }
}
