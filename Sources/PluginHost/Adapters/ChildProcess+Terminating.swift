import Glibc
import Shared

extension ChildProcess {
    /// Asks the whole group to end, kills what has not after a time, and returns when nothing of it is left.
    func terminate(within grace: Duration, on clock: any Clock<Duration>) async {
        closeInput()
        signal(SIGTERM)
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                _ = await self.end()
                return true
            }
            group.addTask {
                // It throws only when it is cancelled, because the end was first.
                try? await clock.sleep(for: grace)
                return false
            }
            if await group.next() == false { signal(SIGKILL) }
            group.cancelAll()
        }
    }
}
