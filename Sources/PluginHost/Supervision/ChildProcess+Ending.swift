import Glibc
import Shared

extension ChildProcess {
    /// Waits until it has ended by itself; what has not in time is killed, with its whole group.
    ///
    /// - Returns: `nil` when it was killed.
    func ended(within limit: Duration, on clock: any Clock<Duration>) async -> ChildEnd? {
        await withTaskGroup(of: ChildEnd?.self) { group in
            group.addTask { await self.end() }
            group.addTask {
                // It throws only when it is cancelled, because the end was first.
                try? await clock.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            if first == nil { signal(SIGKILL) }
            group.cancelAll()
            return first
        }
    }

    /// Asks the whole group to end, kills what has not after a time, and returns when nothing of it is left.
    func terminate(within grace: Duration, on clock: any Clock<Duration>) async {
        closeInput()
        signal(SIGTERM)
        _ = await ended(within: grace, on: clock)
        _ = await end()
    }
}
