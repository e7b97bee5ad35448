import Glibc
package import SensorSDK

/// A system call on a file or a volume that failed.
package struct FileError: Error, Sendable, Hashable {
    /// The file, as the machine itself would write it.
    package let path: String
    /// `errno`.
    package let code: Int32

    package init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// Whether there is nothing of that name: `ENOENT` or `ENOTDIR`.
    package var isAbsence: Bool {
        code == ENOENT || code == ENOTDIR
    }

    /// What it means for a reading (section 1 of the sources' rules).
    package var reason: UnavailableReason {
        switch code {
        case ENOENT, ENOTDIR: .notPresent
        case EACCES, EPERM: .permission
        case EIO, ETIMEDOUT, EREMOTEIO, ESTALE: .inputOutput
        default: .noData
        }
    }
}

extension FileError: CustomStringConvertible {
    package var description: String {
        "can't read \(path): \(String(cString: strerror(code)))"
    }
}
