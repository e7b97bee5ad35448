import FoundationEssentials
import Synchronization

/// When the machine was started, said in one way as long as that is right.
///
/// The kernel knows it as wall clock less uptime, so each correction of the clock moves it a little.
final class BootTime: Sendable {
    private let said = Mutex<Date?>(nil)

    /// Corrections in seconds that are nobody's news.
    private static let tolerance = 5.0

    /// What was said before, unless the clock was really set.
    func steady(_ now: Date) -> Date {
        said.withLock { said in
            if let before = said, abs(before.timeIntervalSince(now)) <= Self.tolerance { return before }
            said = now
            return now
        }
    }
}
