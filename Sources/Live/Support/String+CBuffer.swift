import Glibc

extension String {
    /// What a C function writes into a buffer, up to its NUL.
    ///
    /// - Parameter fill: Says whether it wrote something.
    init?(capacity: Int, filledBy fill: (UnsafeMutablePointer<CChar>) -> Bool) {
        var isFilled = false
        self.init(unsafeUninitializedCapacity: capacity) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress, fill(start) else { return 0 }
                isFilled = true
                return strnlen(start, capacity)
            }
        }
        guard isFilled else { return nil }
    }
}
