import CSQLite
import Glibc
import Synchronization

/// Ends this process in the middle of one of SQLite's calls that change a file.
///
/// SQLite lets its system calls be replaced for such tests.
enum WriteTrap {
    /// Calls until the end; from 0 on nothing happens.
    private static let left = Atomic<Int>(0)
    private static let percent = Atomic<Int>(100)

    static func arm(at number: Int, percent: Int) {
        self.percent.store(percent, ordering: .relaxed)
        left.store(number, ordering: .relaxed)
        guard let system = sqlite3_vfs_find(nil) else { return }
        replace(system, "write", unsafeBitCast(trappedWrite, to: sqlite3_syscall_ptr.self))
        replace(system, "pwrite", unsafeBitCast(trappedPwrite, to: sqlite3_syscall_ptr.self))
        replace(system, "pwrite64", unsafeBitCast(trappedPwrite, to: sqlite3_syscall_ptr.self))
        replace(system, "ftruncate", unsafeBitCast(trappedTruncate, to: sqlite3_syscall_ptr.self))
        replace(system, "unlink", unsafeBitCast(trappedUnlink, to: sqlite3_syscall_ptr.self))
    }

    /// One that this build of SQLite does not have can't be replaced, and is not called either.
    private static func replace(
        _ system: UnsafeMutablePointer<sqlite3_vfs>,
        _ name: String,
        _ call: sqlite3_syscall_ptr
    ) {
        _ = system.pointee.xSetSystemCall(system, name, call)
    }

    /// How much of a call is to be done before the end; `nil` when it is not its turn.
    fileprivate static func portion(of count: Int) -> Int? {
        guard left.subtract(1, ordering: .relaxed).newValue == 0 else { return nil }
        return count * percent.load(ordering: .relaxed) / 100
    }

    fileprivate static func end() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }
}

private let trappedWrite: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { file, bytes, count in
    guard let bytes, let portion = WriteTrap.portion(of: count) else { return write(file, bytes, count) }
    _ = write(file, bytes, portion)
    WriteTrap.end()
}

private let trappedPwrite: @convention(c) (Int32, UnsafeRawPointer?, Int, Int) -> Int = { file, bytes, count, offset in
    guard let bytes, let portion = WriteTrap.portion(of: count) else { return pwrite(file, bytes, count, offset) }
    _ = pwrite(file, bytes, portion, offset)
    WriteTrap.end()
}

private let trappedTruncate: @convention(c) (Int32, Int) -> Int32 = { file, length in
    guard let portion = WriteTrap.portion(of: 1) else { return ftruncate(file, length) }
    if portion == 1 { ftruncate(file, length) }
    WriteTrap.end()
}

private let trappedUnlink: @convention(c) (UnsafePointer<CChar>?) -> Int32 = { path in
    guard let path else { return -1 }
    guard let portion = WriteTrap.portion(of: 1) else { return unlink(path) }
    if portion == 1 { unlink(path) }
    WriteTrap.end()
}
