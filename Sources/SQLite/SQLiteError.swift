import CSQLite
import Glibc

/// A call of SQLite that failed. It holds no value that was bound to a statement.
package struct SQLiteError: Error, Sendable, Hashable {
    /// What a caller may want to do something about.
    package enum Kind: Sendable, Hashable {
        /// Another process has the file.
        case busy
        /// No space, or a quota or limit was reached.
        case full
        /// The file system or the file can't be written.
        case readOnly
        case notPermitted
        /// The file is no database, or its content contradicts itself.
        case damaged
        /// A row contradicts the rules of its table.
        case constraint
        case other
    }

    /// Extended result code of SQLite.
    package let code: Int32
    /// `errno` of the system call behind it; 0 when there was none.
    package let systemCode: Int32
    /// In SQLite's words.
    package let message: String

    package init(code: Int32, systemCode: Int32 = 0, message: String) {
        self.code = code
        self.systemCode = systemCode
        self.message = message
    }

    /// A stored value that is none of those that may stand there.
    package static func unexpectedValue(_ detail: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: detail)
    }

    /// The last error of a connection. Whoever made the call has set `errno` to 0 before.
    init(_ code: Int32, _ handle: OpaquePointer?) {
        guard let handle else {
            self.init(code: code, message: String(cString: sqlite3_errstr(code)))
            return
        }
        // SQLite does not keep it when it is a commit that fails; then it is still that of this thread.
        let left = errno
        let kept = sqlite3_system_errno(handle)
        let systemCode = !Self.hasSystemCode(code) ? 0 : kept != 0 ? kept : left
        self.init(
            code: sqlite3_extended_errcode(handle),
            systemCode: systemCode,
            message: String(cString: sqlite3_errmsg(handle))
        )
    }

    package var kind: Kind {
        switch systemCode {
        case ENOSPC, EDQUOT, EFBIG: return .full
        case EROFS: return .readOnly
        case EACCES, EPERM: return .notPermitted
        default: break
        }
        return switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .full
        case SQLITE_READONLY: .readOnly
        case SQLITE_PERM, SQLITE_AUTH: .notPermitted
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_CONSTRAINT: .constraint
        default: .other
        }
    }

    /// After all other results it is left over from an earlier call.
    private static func hasSystemCode(_ code: Int32) -> Bool {
        [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xff)
    }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String {
        systemCode == 0 ? "\(message) (\(code))" : "\(message) (\(code): \(String(cString: strerror(systemCode))))"
    }
}
