import Dispatch
import Glibc

/// The plugin's end of the protocol: reads requests on the main thread, one after the other, and answers each.
struct PluginRunner<Plugin: SensorPlugin> {
    private let output = PluginOutput(descriptor: STDOUT_FILENO)
    private let ledger = SecretLedger()

    init(_ plugin: Plugin.Type) {}

    /// Returns when the host has said bye or has closed its end.
    func run() {
        // The agent sends them to its own group of processes; a plugin ends when its host says so.
        signal(SIGHUP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        if isatty(STDIN_FILENO) == 1 {
            Self.say("This is a plugin of sensor-agent; try it with 'agent plugins test PATH'.")
        }
        var input = PluginInput(descriptor: STDIN_FILENO)
        var session: PluginSession<Plugin>?
        while let line = input.next() {
            var isOver = false
            let answer: PluginMessage
            switch Result(catching: { () throws(PluginLineError) in try line.get().request }) {
            case .failure(let error): answer = .error("\(error)")
            case .success(.bye):
                answer = .bye
                isOver = true
            case .success(.hello(let hello)):
                (session, answer) = Self.wait { await self.greet(hello) }
            case .success(.other(let word)): answer = .error("the request '\(word)' is not known here")
            case .success(let request):
                guard let running = session else {
                    answer = .error("say hello first")
                    break
                }
                answer = Self.wait { await running.answer(request) }
            }
            guard output.write(answer), !isOver else { return }
        }
    }

    private func greet(_ hello: PluginRequest.Hello) async -> (PluginSession<Plugin>?, PluginMessage) {
        let context = ProviderContext(family: hello.family, namedSources: hello.sources, secrets: ledger)
        do {
            let plugin = try await Plugin(context: context)
            var about = Plugin.about
            about.version = min(hello.version, PluginProtocol.version)
            about.mode = Plugin.mode
            let session = PluginSession(plugin, family: hello.family, ledger: ledger, output: output)
            return (session, .hello(about))
        } catch {
            return (nil, .error("\(error)"))
        }
    }

    /// Blocks this thread, which has nothing else to do, until a task has ended.
    private static func wait<Answer: Sendable>(_ operation: @escaping @Sendable () async -> Answer) -> Answer {
        let answer = AnswerBox<Answer>()
        let semaphore = DispatchSemaphore(value: 0)
        Task {
            answer.set(await operation())
            semaphore.signal()
        }
        semaphore.wait()
        return answer.take()
    }

    private static func say(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

extension [UInt8] {
    fileprivate var request: PluginRequest {
        get throws(PluginLineError) { try PluginLine.decode(from: self) }
    }
}
