import Shared

/// The uploaders of all servers; servers never wait for each other.
actor Uploaders {
    private var running: [ServerRecord.ID: (uploader: Uploader, task: Task<Void, Never>)] = [:]
    /// Nothing is started for these any more; a number is never used again.
    private var removed: Set<ServerRecord.ID> = []
    private var isEnding = false

    /// Starts one in the place of what ran for its server.
    func start(_ uploader: Uploader) async {
        let id = uploader.server.id
        while running[id] != nil { await stop(id) }
        guard !isEnding, !removed.contains(id) else { return uploader.link.close() }
        running[id] = (uploader, Task { await uploader.run() })
    }

    func uploader(of server: ServerRecord.ID) -> Uploader? { running[server]?.uploader }

    func notify(_ servers: Set<ServerRecord.ID>) {
        for server in servers { running[server]?.uploader.notify() }
    }

    /// What waits is wanted now, whatever pause there is.
    func insist() {
        for (uploader, _) in running.values { uploader.insist() }
    }

    /// Servers that failed are tried at once.
    func tryAgain() {
        for (uploader, _) in running.values { Task { await uploader.tryAgain() } }
    }

    /// Waits until every server has what waited for it, or does not take it.
    func settle(within limit: Duration) async {
        let uploaders = running.values.map(\.uploader)
        _ = await Deadline.run(limit) {
            await withDiscardingTaskGroup { group in
                for uploader in uploaders { group.addTask { await uploader.settle() } }
            }
        }
    }

    /// How long a server may take to say good-bye to.
    private static let patience = Duration.seconds(5)

    /// Ends one server's uploader; returns when it has ended.
    ///
    /// - Parameter states: What is sent last, if the server is there; it is to be forgotten then.
    /// - Returns: Whether it arrived.
    @discardableResult
    func stop(_ server: ServerRecord.ID, saying states: [StateItem]? = nil) async -> Bool {
        if states != nil { removed.insert(server) }
        let states = states ?? []
        guard let (uploader, task) = running.removeValue(forKey: server) else { return states.isEmpty }
        task.cancel()
        await task.value
        let wasTold = await Deadline.run(Self.patience) { await uploader.bidFarewell(states) }
        uploader.link.close()
        return wasTold ?? false
    }

    func readmit(_ server: ServerRecord.ID) { removed.remove(server) }

    /// Ends all; returns when they have ended.
    ///
    /// - Parameter isFlushing: Whether the states that wait are sent once more, as far as the servers take them in time.
    func stopAll(isFlushing: Bool = false) async {
        isEnding = true
        let ending = Array(running.values)
        running = [:]
        for (_, task) in ending { task.cancel() }
        for (_, task) in ending { await task.value }
        guard isFlushing else { return }
        // The task that ends is cancelled already, and the last words shall go out all the same.
        await Task {
            _ = await Deadline.run(Self.patience) {
                await withDiscardingTaskGroup { group in
                    for (uploader, _) in ending { group.addTask { await uploader.flush() } }
                }
            }
        }.value
        for (uploader, _) in ending { uploader.link.close() }
    }
}
