/// What libcurl's callbacks decide and collect during one request. Only the thread that runs the request touches it.
final class CurlAnswer {
    /// Why a callback ended the request.
    enum Refusal {
        case tooLong
        case notLocal(address: String)
        /// libcurl wanted to send it a second time, over a fresh connection.
        case sentBefore
    }

    private let longest: Int
    private let admits: (_ address: String) -> Bool
    private var wasSent = false
    private(set) var refusal: Refusal?
    private(set) var body: [UInt8] = []

    /// - Parameters:
    ///   - longest: The most bytes of a body that are taken.
    ///   - admits: Whether the request may be written to the address that libcurl is connected to.
    init(longest: Int, admits: @escaping (_ address: String) -> Bool) {
        self.longest = longest
        self.admits = admits
    }

    /// Asked when the connection stands and nothing of the request is written.
    func mayBeSent(to address: String) -> Bool {
        if wasSent {
            refusal = .sentBefore
        } else if !admits(address) {
            refusal = .notLocal(address: address)
        }
        wasSent = true
        return refusal == nil
    }

    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= longest - body.count else {
            refusal = .tooLong
            body = []
            return false
        }
        body.append(contentsOf: bytes)
        return true
    }
}
