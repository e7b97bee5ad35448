import Glibc

/// Time that went by, and CPU time of this process.
struct Meter {
    private let clock = ContinuousClock.now
    private let cpu = Meter.cpu()

    /// Seconds.
    var elapsed: Double { (ContinuousClock.now - clock) / .seconds(1) }

    /// Seconds, all threads.
    var used: Double { Meter.cpu() - cpu }

    private static func cpu() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
