package import Shared
import Synchronization

/// A supervisor that remembers what it was told.
package final class FakeSupervisor: Supervisor {
    package let watchdogInterval: Duration?
    private let told = Mutex<[SupervisorNotice]>([])

    package init(watchdogInterval: Duration? = nil) {
        self.watchdogInterval = watchdogInterval
    }

    package func inheritedSockets() -> [InheritedSocket] { [] }

    package func tell(_ notice: SupervisorNotice) {
        told.withLock { $0.append(notice) }
    }

    package var notices: [SupervisorNotice] { told.withLock { $0 } }
}
