import SensorSDK
import Shared
import Store
import TestSupport
import Testing

@testable import Daemon

@Suite(.world()) struct QueuedMemoryTests {
    private func state(_ value: Int64, of server: ServerRecord.ID = 1) throws -> QueuedState {
        QueuedState(
            server: server,
            kind: .sensor,
            icon: nil,
            reading: Reading(try SensorID("test.a.x"), .value(.integer(value)), at: Current.instant)
        )
    }

    @Test("an unchanged value is sent again after an hour, so that a server that lost it shows it again")
    func hourly() throws {
        var memory = QueuedMemory()
        #expect(memory.isNews(try state(1), at: .seconds(0)))
        memory.remember([try state(1)], at: .seconds(0))
        #expect(!memory.isNews(try state(1), at: .seconds(3599)))
        #expect(memory.isNews(try state(1), at: .seconds(3600)))
        #expect(memory.isNews(try state(2), at: .seconds(1)))
    }

    @Test("what one server has is news to another")
    func perServer() throws {
        var memory = QueuedMemory()
        memory.remember([try state(1)], at: .seconds(0))
        #expect(memory.isNews(try state(1, of: 2), at: .seconds(1)))
        memory.forget(1)
        #expect(memory.isNews(try state(1), at: .seconds(1)))
    }
}
