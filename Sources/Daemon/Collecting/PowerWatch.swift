import Shared

/// Has every server know that the machine sleeps or ends, and goes on when it is back.
struct PowerWatch: Sendable {
    let collector: Collector
    let uploaders: Uploaders

    /// What logind gives is 5 s.
    private static let patience = Duration.milliseconds(4500)
    /// A sleep that nobody took back: the machine has been awake for so long, or is just back.
    private static let longestWait = Duration.seconds(120)

    func run() async {
        await withDiscardingTaskGroup { group in
            let back = Signal()
            for await notice in Current.power.notices() {
                switch notice.kind {
                case .goingToSleep, .shuttingDown:
                    Log.info("going away", ["for": notice.kind == .goingToSleep ? "sleep" : "shutdown"])
                    back.lower()
                    await collector.fallAsleep()
                    await uploaders.settle(within: Self.patience)
                    notice.letGo()
                    group.addTask {
                        await back.wait(atMost: Self.longestWait)
                        if !Task.isCancelled { await wakeUp() }
                    }
                case .resumed:
                    back.raise()
                    notice.letGo()
                }
            }
        }
    }

    private func wakeUp() async {
        guard await collector.wakeUp() else { return }
        Log.info("back from sleep")
        await uploaders.insist()
    }
}
