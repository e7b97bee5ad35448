import SQLite
import Shared

/// While the disk is full or read-only the queue goes on in memory. What `agent.db` holds is only ever on the disk.
extension Store {
    /// Why what waits would not outlast this process; `nil` while it would. Whoever asks has the disk tried.
    package func complaint() -> String? {
        leaveMemory()
        return memory.map { "what waits is kept in memory alone: \($0.reason)" }
    }

    /// Works on the outbox, wherever it is now.
    func inOutbox<Result>(_ work: (Database) throws(SQLiteError) -> Result) throws(StoreError) -> Result {
        putBackRemoved()
        leaveMemoryIfDue()
        let files = try open()
        if let memory { return try Self.translating(files, memory.database, work) }
        do throws(StoreError) {
            return try Self.translating(files, files.outbox, work)
        } catch {
            guard error.isOfDisk else { throw error }
            let memory = try Self.translating(files, files.outbox) { (outbox) throws(SQLiteError) in
                try MemoryOutbox.fits(outbox) ? MemoryOutbox(of: outbox, because: error, at: Current.sinceBoot()) : nil
            }
            guard let memory else { throw error }
            self.memory = memory
            Log.error("the queue is kept in memory until it can be written", ["reason": "\(error)"])
            // What failed was taken back as a whole.
            return try Self.translating(files, memory.database, work)
        }
    }

    /// - Parameter isLast: The time is now, or never.
    func leaveMemoryIfDue(isLast: Bool = false) {
        guard memory?.takesTurn(at: isLast ? .nanoseconds(Int64.max) : Current.sinceBoot()) == true else { return }
        leaveMemory(isLast: isLast)
    }

    /// - Parameter isLast: Whether the disk is tried no more.
    func leaveMemory(isLast: Bool = false) {
        guard hasFilesAgain(), let memory, let outbox = try? open().outbox, memory.isWritten(to: outbox) else {
            if isLast { Log.error("what waited in memory is lost: it still can't be written") }
            return
        }
        self.memory = nil
        Log.info("the queue is written to the disk again")
    }
}
