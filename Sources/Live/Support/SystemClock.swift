import CLinux

/// How the kernel's clock is kept.
package enum SystemClock {
    /// Whether something (NTP, a guest's host) keeps it right, by the kernel's own word.
    package static var isSynchronized: Bool { clock_is_synchronized() == 1 }
}
