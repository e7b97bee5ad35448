import Dispatch

/// Runs the jobs of one actor on a queue of its own, so that a call that blocks holds up nobody else.
package final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: Names the thread in debuggers.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
