package import Shared
import Synchronization

/// Addresses that a test sets.
package final class FakeNetworkLinks: NetworkLinks {
    private let state = Mutex<[InterfaceAddress]>([])

    package init() {}

    package func set(_ addresses: [InterfaceAddress]) {
        state.withLock { $0 = addresses }
    }

    package func addresses() throws(FileError) -> [InterfaceAddress] {
        state.withLock { $0 }
    }
}
