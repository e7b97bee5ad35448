/// Payloads of attributes; one that is too short is none.
extension UnsafeRawBufferPointer {
    /// A C structure, or an integer in this machine's order, from the beginning.
    func value<Value: BitwiseCopyable>(_ type: Value.Type = Value.self, at offset: Int = 0) -> Value? {
        guard offset >= 0, count - offset >= MemoryLayout<Value>.size else { return nil }
        return loadUnaligned(fromByteOffset: offset, as: Value.self)
    }

    /// Up to the NUL; bytes that are no UTF-8 become replacement characters.
    var text: String {
        String(decoding: prefix { $0 != 0 }, as: UTF8.self)
    }
}
