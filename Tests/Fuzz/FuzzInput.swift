/// The bytes of one round.
struct FuzzInput {
    let bytes: [UInt8]

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
        bytes = Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// Pieces between bytes that no text has.
    var pieces: [ArraySlice<UInt8>] {
        bytes.split(separator: 0xFF, omittingEmptySubsequences: false)
    }
}
