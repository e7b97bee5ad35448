/// A program that was started, and the group of processes that it leads.
package protocol ChildProcess: AnyObject, Sendable {
    /// Its process id, which is also that of its group.
    var id: Int32 { get }

    /// Writes to its standard input without waiting.
    ///
    /// - Returns: Whether all was taken: `false` when it is gone or does not read.
    func send(_ bytes: [UInt8]) -> Bool

    /// Ends its standard input.
    func closeInput()

    /// Ends its standard output on this side: what it writes from now on is an error to it.
    func closeOutput()

    /// The next piece of its standard output, at most 64 KiB, read only now; `nil` at the end. One caller at a time.
    func output() async -> [UInt8]?

    /// The same for standard error.
    func errors() async -> [UInt8]?

    /// Sends a signal to the whole group.
    func signal(_ number: Int32)

    /// Sends a signal to the program alone, not to what it has started.
    func signalLeader(_ number: Int32)

    /// Waits until the program has ended; by then its whole group was killed and it was reaped.
    func end() async -> ChildEnd
}
