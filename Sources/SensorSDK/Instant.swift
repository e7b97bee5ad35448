public import FoundationEssentials

/// When something happened, on both clocks: one that people read, and one that never jumps.
public struct Instant: Sendable, Hashable {
    /// Wall clock; may jump in both directions.
    public var wall: Date
    /// Time since boot, suspend included (`CLOCK_BOOTTIME`); never goes back while the machine runs.
    public var boot: Duration

    public init(wall: Date, boot: Duration) {
        self.wall = wall
        self.boot = boot
    }
}
