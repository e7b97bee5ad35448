import CZlib

/// DEFLATE by zlib, in the form of zlib itself (RFC 1950) or of gzip (RFC 1952).
package enum Compression {
    package enum Form: Sendable {
        case zlib
        /// Without name and time of a file.
        case gzip

        /// In zlib's words: the largest window, and which header.
        fileprivate var windowBits: Int32 {
            switch self {
            case .zlib: MAX_WBITS
            case .gzip: MAX_WBITS + 16
            }
        }
    }

    /// zlib's own balance of time and size: about 3 µs for each 100 bytes of JSON.
    private static let level: Int32 = 6

    /// - Returns: The compressed bytes; `nil` where they would not be fewer, or memory is short.
    package static func compressed(_ bytes: [UInt8], as form: Form) -> [UInt8]? {
        var stream = z_stream()
        guard deflate_begin(&stream, level, form.windowBits) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        return run(&stream, over: bytes, into: bytes.count) { deflate(&$0, Z_FINISH) }
    }

    /// - Parameter limit: The most bytes that are made of it.
    /// - Throws: ``CompressionError``
    package static func decompressed(
        _ bytes: [UInt8],
        from form: Form,
        atMost limit: Int
    ) throws(CompressionError) -> [UInt8] {
        var stream = z_stream()
        guard inflate_begin(&stream, form.windowBits) == Z_OK else { throw .noMemory }
        defer { inflateEnd(&stream) }
        // Grows with what comes, so that a promise of much costs little.
        var capacity = min(limit, max(4096, bytes.count * 8))
        while true {
            if let output = run(&stream, over: bytes, into: capacity, { inflate(&$0, Z_FINISH) }) {
                guard stream.avail_in == 0 else { throw .damaged }
                return output
            }
            // Only a lack of room is worth another try.
            guard stream.avail_out == 0 else { throw .damaged }
            guard capacity < limit else { throw .tooLong }
            capacity = min(limit, capacity * 4)
            guard inflateReset(&stream) == Z_OK else { throw .damaged }
        }
    }

    /// - Returns: What was written, if it was all; else `nil`.
    private static func run(
        _ stream: inout z_stream,
        over input: [UInt8],
        into capacity: Int,
        _ step: (inout z_stream) -> Int32
    ) -> [UInt8]? {
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            input.withUnsafeBufferPointer { input in
                // zlib does not write there; its field is older than `const`.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(clamping: capacity)
                isWhole = step(&stream) == Z_STREAM_END
            }
            count = capacity - Int(stream.avail_out)
        }
        return isWhole ? output : nil
    }
}
