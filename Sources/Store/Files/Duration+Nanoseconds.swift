extension Duration {
    /// Whole nanoseconds, as the kernel counts; reaches 292 years.
    var nanoseconds: Int64 {
        components.seconds &* 1_000_000_000 &+ components.attoseconds / 1_000_000_000
    }
}
