import Glibc

/// An open file; closed at the end of its life.
struct FileDescriptor: ~Copyable {
    let number: Int32

    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Fills a part of a buffer in one `read`.
    ///
    /// - Returns: The number of bytes, 0 at the end, or a negative `errno`.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        SystemCall.repeated { SystemCall.result(Glibc.read(number, buffer.baseAddress, buffer.count)) }
    }

    /// Gives the descriptor away: whoever takes it closes it.
    consuming func released() -> Int32 {
        let number = number
        discard self
        return number
    }
}
