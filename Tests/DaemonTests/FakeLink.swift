import SensorSDK
import Shared
import Synchronization

/// A link to a server that a test made, which knows how many are open.
final class FakeLink: ServerLink {
    private let server: FakeServer
    private let isClosed = Atomic(false)

    init(to server: FakeServer) {
        self.server = server
        server.openLinks.add(1, ordering: .relaxed)
    }

    func deliver(_ batch: Batch) async -> Receipt { await server.deliver(batch) }

    func preview(_ batch: Batch) async -> [Preview.Request] {
        batch.states.map {
            Preview.Request(command: "state", sensors: [$0.reading.sensor], text: "\($0.sequence.number)")
        }
    }

    func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { server.openLinks.subtract(1, ordering: .relaxed) }
    }
}
