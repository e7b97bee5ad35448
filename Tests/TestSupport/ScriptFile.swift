import Glibc

/// Programs that tests write.
package enum ScriptFile {
    /// Writes a program that can be run at once. No child that another test starts inherits the descriptor: the file would be
    /// busy for as long as that child lives.
    package static func write(_ text: String, to path: String, mode: UInt32 = 0o755) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        let bytes = Array(text.utf8)
        let written = Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
        guard written == bytes.count, chmod(path, mode) == 0 else {
            throw ChildProgram.Failure(description: "can't write \(path): \(String(cString: strerror(errno)))")
        }
    }
}
