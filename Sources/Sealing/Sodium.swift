import CSodium

/// libsodium as a whole.
enum Sodium {
    /// Prepared once, at first use; false when the system has no source of randomness.
    static let isReady = sodium_init() >= 0
}
