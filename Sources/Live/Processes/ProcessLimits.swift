import CLinux

/// What this process may use at most.
package enum ProcessLimits {
    /// As many open files as the hard limit allows; where it can't be changed it stays as it is.
    package static func raiseOpenFiles() {
        _ = raise_files()
    }
}
