import Glibc
package import SensorSDK

extension FileTree {
    /// Whether the kernel has a device switched off to save power; asking does not wake it.
    ///
    /// - Parameter device: Its folder, or a link to it.
    package func isSuspended(_ device: String) -> Bool {
        // Without power management there is no such file, and nothing that could sleep.
        let status = try? text("\(device)/power/runtime_status")
        return status == "suspended" || status == "suspending"
    }

    /// What a failed read means of which a device is behind: one that sleeps refuses with `EPERM`.
    ///
    /// - Parameter folder: That of the file; the device itself, or one of a class with a link `device` to it.
    package func reason(for error: FileError, in folder: String) -> UnavailableReason {
        guard error.code == EPERM else { return error.reason }
        return isSuspended("\(folder)/device") || isSuspended(folder) ? .asleep : error.reason
    }
}
