/// A request whose body is still arriving. Only the server's thread touches it.
final class IncomingRequest {
    private(set) var body: [UInt8] = []
    private(set) var isTooLong = false
    /// Whether the handler chose to never answer; asked again for an answer, the server is stopping.
    var isHeld = false

    func append(_ bytes: UnsafeRawBufferPointer, longest: Int) {
        guard !isTooLong, bytes.count <= longest - body.count else {
            isTooLong = true
            body = []
            return
        }
        body.append(contentsOf: bytes)
    }
}
