import Shared

/// The uploaders of all servers; servers never wait for each other.
actor Uploaders {
    private var running: [ServerRecord.ID: (uploader: Uploader, task: Task<Void, Never>)] = [:]
    private var isEnding = false

    func start(_ uploader: Uploader) {
        guard !isEnding else { return }
        running[uploader.server.id] = (uploader, Task { await uploader.run() })
    }

    func uploader(of server: ServerRecord.ID) -> Uploader? { running[server]?.uploader }

    func notify(_ servers: Set<ServerRecord.ID>) {
        for server in servers { running[server]?.uploader.notify() }
    }

    /// Ends one server's uploader; returns when it has ended.
    func stop(_ server: ServerRecord.ID, saying states: [StateItem]) async {
        guard let (uploader, task) = running.removeValue(forKey: server) else { return }
        await uploader.stop(saying: states)
        task.cancel()
        await task.value
    }

    /// Ends all; returns when they have ended.
    func stopAll() async {
        isEnding = true
        let ending = running.values.map(\.task)
        running = [:]
        for task in ending { task.cancel() }
        for task in ending { await task.value }
    }
}
