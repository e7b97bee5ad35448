import FoundationEssentials
import Glibc

extension Instant {
    /// The time now. For plugins; a family that is compiled in asks its World.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Instant(wall: Date(), boot: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
    }
}
