/// Why bytes can't be decompressed.
package enum CompressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Cut off, changed, or never compressed in that form.
    case damaged
    /// More would come of it than is taken.
    case tooLong
    case noMemory

    package var description: String {
        switch self {
        case .damaged: "the compressed data is damaged"
        case .tooLong: "more would come of the compressed data than is taken"
        case .noMemory: "there is no memory to decompress with"
        }
    }
}
